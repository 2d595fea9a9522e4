#[path="../benches/inputs/mod.rs"] mod inputs;
#[path="../benches/listing.rs"] mod listing;
use tangency::*;
fn main(){
  let mode=std::env::args().nth(1).unwrap();
  let mut r=inputs::Random(7);
  let qs:Vec<_>=(0..2048).map(|_|inputs::realistic(&mut r)).collect();
  let mut s=0.0;
  for _ in 0..5 { for q in &qs { let q=std::hint::black_box(q);
    if mode=="plain" { s+=listing::time(q.center,q.radius,q.velocity,q.vertices).unwrap_or(0.0); continue; }
    if mode=="none" { s+=q.radius; continue; }
    let b=Sphere::new(q.center,q.radius).unwrap().moving(q.velocity).unwrap();
    let [x,y,z]=q.vertices; let t=Triangle::new(x,y,z).unwrap();
    match mode.as_str() { "ctor"=>{ s+=b.shape().radius()+t.vertices()[0][0]; }
      "class"=>{ let b=b.until(0.0).unwrap(); s+=b.contact_time(&t).unwrap_or(0.0);}
      "none0"=>{ let b=Sphere::new(q.center,q.radius).unwrap().moving([-q.velocity[0],-q.velocity[1],-q.velocity[2]]).unwrap(); s+=b.contact_time(&t).unwrap_or(0.0);}
      "time"=>{ s+=b.contact_time(&t).unwrap_or(0.0);} _=>{ s+=b.first_contact(&t).contact().map_or(0.0,|c|c.time);} }
  }}
  println!("{s}");
}
