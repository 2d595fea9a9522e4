use tangency::*;
fn main(){
 let b=Sphere::new([0.,0.,5.],1.).unwrap().moving([0.,0.,-1.]).unwrap().until(10.).unwrap();
 let t=Triangle::new([0.,0.,0.],[4.,0.,0.],[0.,4.,0.]).unwrap();
 println!("{:?}", b.first_contact(&t)); println!("{:?}", b.first_contact_exact(&t));
 let b=Sphere::new([7.,0.,1.],2.).unwrap().moving([1.,0.,-0.25]).unwrap();
 println!("{:?}", b.first_contact(&t));
 let b=Sphere::new([-5.,1.,1.],1.).unwrap().moving([1.,0.,0.]).unwrap();
 println!("{:?} {:?}", b.first_contact(&t), b.time_down(&t));
 let b=Sphere::new([-5.,1.,0.5],1.).unwrap().moving([1.,0.1,0.]).unwrap();
 println!("{:?} {:?}", b.first_contact(&t), b.time_down(&t));
 println!("{:?}", b.first_contact_exact(&t));
 let b=Sphere::new([1.,1.,0.5],1.).unwrap().moving([1.,0.1,0.]).unwrap();
 println!("{:?} {:?}", b.first_contact(&t), b.time_down(&t));
 let b=Sphere::new([-5.*1e-200,1e-200,0.5e-200],1e-200).unwrap().moving([1e200,0.1e200,0.]).unwrap();
 let t=Triangle::new([0.,0.,0.],[4e-200,0.,0.],[0.,4e-200,0.]).unwrap();
 println!("{:?} {:?}", b.first_contact(&t), b.time_down(&t));
}
