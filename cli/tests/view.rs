//! Tests `tangency view` with requests of a browser, and with forbidden requests.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tangency::{Feature, MeshFeature};
use tangency_cli::view::{self, Serving, View};
use tangency_files::table::{Outcome, Question, Reader, Scalar, Writer};

const SITE: &[(&str, &[u8])] = &[
    ("assets/engine.wasm", b"\0asm"),
    ("assets/page.js", b"let x;"),
    ("index.html", b"<!doctype html>"),
];

const OBJ: &str = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n";

/// Results with a contact, an overlap, no contact, and a row without an answer. Times and points
/// are worked out by hand.
const HITS: &str = "\
x,y,z,radius,vx,vy,vz,t_max,status,time,center_x,center_y,center_z,point_x,point_y,point_z,normal_x,normal_y,normal_z,triangle,feature,error
1,1,5,1,0,0,-1,10,contact,4.0,1.0,1.0,1.0,1.0,1.0,0.0,0.0,0.0,1.0,7,edge 2,
1,1,0.5,1,0,0,-1,,overlap,0.0,1.0,1.0,0.5,1.0,1.0,0.0,0.0,0.0,1.0,3,face,
9,9,5,1,0,0,-1,,none,,,,,,,,,,,,,
9,9,5,-1,0,0,-1,,,,,,,,,,,,,,,radius is -1
";

struct Reply {
    head: String,
    body: Vec<u8>,
}

impl Reply {
    fn status(&self) -> &str {
        self.head.split(' ').nth(1).unwrap()
    }
    fn has(&self, line: &str) -> bool {
        self.head.lines().any(|found| found.eq_ignore_ascii_case(line))
    }
    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }
}

fn port(url: &str) -> u16 {
    let rest = url.strip_prefix("http://127.0.0.1:").unwrap();
    rest.split('/').next().unwrap().parse().unwrap()
}

fn ask(port: u16, request: &str) -> Reply {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let body = bytes[end + 4..].to_vec();
    let mut reply = Reply { head, body };
    if reply.has("transfer-encoding: chunked") {
        reply.body = unchunked(&reply.body);
    }
    reply
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n").unwrap();
        let length = usize::from_str_radix(str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 4 + length..];
    }
}

fn get(port: u16, path: &str) -> Reply {
    ask(
        port,
        &format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"),
    )
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn serve(view: &View) -> (Serving, u16) {
    let serving = view::serve(view, SITE).unwrap();
    let port = port(&serving.url());
    (serving, port)
}

fn error(view: &View) -> String {
    match view::serve(view, SITE) {
        Ok(_) => panic!("{view:?} is served"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_page_and_its_files() {
    let (serving, port) = serve(&View::default());
    assert_eq!(serving.url(), format!("http://127.0.0.1:{port}/"));
    let page = get(port, "/");
    assert_eq!((page.status(), page.text().as_str()), ("200", "<!doctype html>"));
    assert!(page.has("content-type: text/html; charset=utf-8"), "{}", page.head);
    assert!(page.has("x-content-type-options: nosniff"), "{}", page.head);
    assert!(page.head.to_ascii_lowercase().contains("content-security-policy: default-src 'self'"));
    let script = get(port, "/assets/page.js?v=1");
    assert!(script.has("content-type: text/javascript; charset=utf-8"), "{}", script.head);
    assert_eq!(script.text(), "let x;");
    let engine = get(port, "/assets/engine.wasm");
    assert!(engine.has("content-type: application/wasm"), "{}", engine.head);
    assert_eq!(engine.body, b"\0asm");
}

#[test]
fn nothing_else() {
    let (_serving, port) = serve(&View::default());
    let paths = [
        "/index.htm",
        "/assets",
        "/assets/",
        "/../Cargo.toml",
        "/assets/../index.html",
        "//index.html",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/etc/passwd",
        "/data/mesh",
        "/data/hits",
        "/data/",
    ];
    for path in paths {
        let reply = get(port, path);
        assert_eq!(reply.status(), "404", "{path}: {}", reply.text());
    }
    assert_eq!(get(port, "/nowhere").text(), "there is no /nowhere");
}

#[test]
fn only_a_page_of_this_server_is_answered() {
    let (_serving, port) = serve(&View::default());
    let status = |host: &str| {
        let request = format!("GET / HTTP/1.1\r\n{host}Connection: close\r\n\r\n");
        ask(port, &request).status().to_owned()
    };
    for good in [format!("Host: 127.0.0.1:{port}\r\n"), format!("Host: localhost:{port}\r\n")] {
        assert_eq!(status(&good), "200", "{good}");
    }
    let bad = [
        format!("Host: example.org:{port}\r\n"),
        format!("Host: 127.0.0.1.example.org:{port}\r\n"),
        format!("Host: 127.0.0.1:{}\r\n", port ^ 1),
        "Host: localhost\r\n".to_owned(),
        "Host: \r\n".to_owned(),
        String::new(),
    ];
    for bad in bad {
        assert!(["400", "403"].contains(&status(&bad).as_str()), "{bad}");
    }
}

#[test]
fn only_questions_are_answered() {
    let (_serving, port) = serve(&View::default());
    let request = format!(
        "POST / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"
    );
    let reply = ask(port, &request);
    assert_eq!(reply.status(), "405");
    assert!(reply.has("allow: GET"), "{}", reply.head);
}

#[test]
fn two_serve_at_once() {
    let ((_first, one), (_second, other)) = (serve(&View::default()), serve(&View::default()));
    assert_ne!(one, other);
    let taken = error(&View { port: Some(one), ..View::default() });
    assert!(taken.starts_with(&format!("cannot listen at port {one}: ")), "{taken}");
}

#[test]
fn the_mesh_is_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = write(folder.path(), "a part&.obj", OBJ);
    let (serving, port) = serve(&View { mesh: Some(mesh), ..View::default() });
    assert_eq!(serving.url(), format!("http://127.0.0.1:{port}/?mesh=a%20part%26.obj"));
    let reply = get(port, "/data/mesh");
    assert_eq!((reply.status(), reply.text().as_str()), ("200", OBJ));
    assert!(reply.has("content-type: application/octet-stream"), "{}", reply.head);
    assert_eq!(get(port, "/data/hits").status(), "404");
}

/// Reads the columns from the bytes, for `n` rows.
struct Columns<'b> {
    rest: &'b [u8],
    n: usize,
}

impl Columns<'_> {
    fn floats(&mut self, width: usize) -> Vec<f64> {
        let (column, rest) = self.rest.split_at(8 * width * self.n);
        self.rest = rest;
        column.chunks(8).map(|eight| f64::from_le_bytes(eight.try_into().unwrap())).collect()
    }
}

fn assert_hits(bytes: &[u8]) {
    assert_eq!(bytes.len(), 8 + 4 * 150);
    assert_eq!(bytes[..8], [4, 0, 0, 0, 0, 0, 0, 0]);
    let mut columns = Columns { rest: &bytes[8..], n: 4 };
    // NaN is compared by its text.
    let text = |floats: Vec<f64>| format!("{floats:?}");
    assert_eq!(columns.floats(3), [1.0, 1.0, 5.0, 1.0, 1.0, 0.5, 9.0, 9.0, 5.0, 9.0, 9.0, 5.0]);
    assert_eq!(columns.floats(1), [1.0, 1.0, 1.0, -1.0]);
    assert_eq!(columns.floats(3), [[0.0, 0.0, -1.0]; 4].concat());
    assert_eq!(text(columns.floats(1)), "[10.0, NaN, NaN, NaN]");
    assert_eq!(text(columns.floats(1)), "[4.0, 0.0, NaN, NaN]");
    let nowhere = ", NaN, NaN, NaN";
    assert_eq!(
        text(columns.floats(3)),
        format!("[1.0, 1.0, 1.0, 1.0, 1.0, 0.5{nowhere}{nowhere}]")
    );
    assert_eq!(
        text(columns.floats(3)),
        format!("[1.0, 1.0, 0.0, 1.0, 1.0, 0.0{nowhere}{nowhere}]")
    );
    assert_eq!(
        text(columns.floats(3)),
        format!("[0.0, 0.0, 1.0, 0.0, 0.0, 1.0{nowhere}{nowhere}]")
    );
    let triangles: Vec<i32> = columns.rest[..16]
        .chunks(4)
        .map(|four| i32::from_le_bytes(four.try_into().unwrap()))
        .collect();
    assert_eq!(triangles, [7, 3, -1, -1]);
    assert_eq!(columns.rest[16..], [1, 2, 0, 255, 5, 6, 255, 255]);
}

#[test]
fn the_results_of_a_csv() {
    let folder = tempfile::tempdir().unwrap();
    let (mesh, hits) =
        (write(folder.path(), "part.obj", OBJ), write(folder.path(), "hits.csv", HITS));
    let (serving, port) = serve(&View { mesh: Some(mesh), hits: Some(hits), port: None });
    assert_eq!(serving.url(), format!("http://127.0.0.1:{port}/?mesh=part.obj&hits=hits.csv"));
    assert_hits(&get(port, "/data/hits").body);
}

/// The axes follow the ends of the motions; the last row has no axis.
#[test]
fn the_results_of_capsules() {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = HITS.lines();
    let mut table = lines.next().unwrap().replace(",status", ",axis_x,axis_y,axis_z,status") + "\n";
    for (line, axis) in lines.zip(["0,0,2", "1,0.5,0", "0,0,0", "0,one,0"]) {
        let fields: Vec<&str> = line.split(',').collect();
        table += &format!("{},{axis},{}\n", fields[..8].join(","), fields[8..].join(","));
    }
    let bytes = view::hits::read(&write(folder.path(), "hits.csv", &table)).unwrap();
    assert_eq!(bytes.len(), 8 + 4 * (150 + 24));
    assert_eq!(bytes[..8], [4, 0, 0, 0, 1, 0, 0, 0]);
    let mut columns = Columns { rest: &bytes[8..], n: 4 };
    assert_eq!(columns.floats(3)[..6], [1.0, 1.0, 5.0, 1.0, 1.0, 0.5]);
    assert_eq!(columns.floats(5).len(), 20);
    let axes = columns.floats(3);
    assert_eq!(axes[..9], [0.0, 0.0, 2.0, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0]);
    assert!(axes[9..].iter().all(|x| x.is_nan()), "{axes:?}");
    assert_eq!(columns.floats(1)[..2], [4.0, 0.0]);
}

#[test]
fn the_results_of_a_parquet() {
    let folder = tempfile::tempdir().unwrap();
    let spheres: String = HITS
        .lines()
        .map(|line| line.split(',').take(8).collect::<Vec<_>>().join(",") + "\n")
        .collect();
    let spheres = write(folder.path(), "spheres.csv", &spheres);
    let hits = folder.path().join("hits.parquet");
    let reader = Reader::open(spheres, Scalar::F64).unwrap();
    let mut writer =
        Writer::create(&hits, &reader, reader.form(), Scalar::F64, Question::First).unwrap();
    let outcomes = [
        Outcome::Contact {
            time: 4.0,
            leg: None,
            center: [1.0, 1.0, 1.0],
            point: [1.0, 1.0, 0.0],
            other_point: None,
            normal: Some([0.0, 0.0, 1.0]),
            item: None,
            feature: MeshFeature { triangle: 7, feature: Feature::Edge(2) }.into(),
        },
        Outcome::Overlap {
            center: [1.0, 1.0, 0.5],
            point: [1.0, 1.0, 0.0],
            normal: Some([0.0, 0.0, 1.0]),
            item: None,
            feature: MeshFeature { triangle: 3, feature: Feature::Face }.into(),
            leg: None,
        },
        Outcome::None,
        Outcome::Error("radius is -1".to_owned()),
    ];
    for batch in reader {
        writer.write(&batch.unwrap(), &outcomes).unwrap();
    }
    writer.finish().unwrap();
    assert_hits(&view::hits::read(&hits).unwrap());
}

#[test]
fn what_cannot_be_shown_is_told_by_file_field_and_value() {
    let folder = tempfile::tempdir().unwrap();
    let message = |name: &str, text: &str| {
        let path = write(folder.path(), name, text);
        let is_mesh = name.ends_with("obj");
        let view = if is_mesh {
            View { mesh: Some(path), ..View::default() }
        } else {
            View { hits: Some(path), ..View::default() }
        };
        let message = error(&view);
        assert!(message.contains(name), "{message}");
        message.rsplit_once(name).unwrap().1.to_owned()
    };
    assert_eq!(
        message("bad.obj", "v 0 0 0\nf 1 1 2\n"),
        ", line 2: vertex 2 is used, but there are only 1"
    );
    assert_eq!(
        message("few.csv", "x,y,z,radius,vx,vy,vz,status,error\n"),
        ": the columns time, center_x, center_y, center_z, point_x, point_y, point_z, normal_x, normal_y, normal_z, triangle, feature are missing; the table has \"x\", \"y\", \"z\", \"radius\", \"vx\", \"vy\", \"vz\", \"status\", \"error\""
    );
    assert_eq!(
        message("feature.csv", &HITS.replace("edge 2", "edge 3")),
        ": row 0: feature is \"edge 3\", must be as in edge 2"
    );
    assert_eq!(
        message("triangle.csv", &HITS.replace(",3,face", ",-3,face")),
        ": row 1: triangle is -3.0, must be a whole number"
    );
    assert_eq!(
        message("status.csv", &HITS.replace("none", "nothing")),
        ": row 2: status is \"nothing\", must be contact, overlap or none"
    );
    assert_eq!(
        message("time.csv", &HITS.replace(",4.0,", ",,")),
        ": row 0: time is empty, must be a number"
    );
}

#[test]
fn results_that_are_too_many_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let header = HITS.lines().next().unwrap();
    let rows = "0,0,0,0,0,0,0,,none,,,,,,,,,,,,,\n";
    let at_most = write(
        folder.path(),
        "most.csv",
        &format!("{header}\n{}", rows.repeat(view::hits::MOST_ROWS)),
    );
    assert_eq!(view::hits::read(&at_most).unwrap().len(), 8 + 150 * view::hits::MOST_ROWS);
    let mut file = fs::OpenOptions::new().append(true).open(&at_most).unwrap();
    file.write_all(rows.as_bytes()).unwrap();
    let message = view::hits::read(&at_most).unwrap_err().to_string();
    assert!(
        message
            .ends_with("has more than 1048576 rows, which no page can draw: take a part of them")
    );
}

#[test]
fn results_with_a_damaged_row_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let message = |hits: &str| {
        let path = write(folder.path(), "hits.csv", hits);
        let message = view::hits::read(&path).unwrap_err().to_string();
        message.replace(&format!("{}", path.display()), "hits.csv")
    };
    assert_eq!(
        message(&HITS.replace("9,9,5,1,0,0,-1,,none", "9,9,5,1,0,0,-1,\",none")),
        "hits.csv: row 2: the quote that opens in line 4 is never closed, and contains all text up to line 5"
    );
    assert_eq!(
        message(&HITS.replace("9,9,5,1,0,0,-1,,none,,,,,,,,,,,,,", "9,9,5,1,0,0,-1")),
        "hits.csv: row 2: the row has 7 fields, the header 22"
    );
}

#[test]
fn who_says_nothing_keeps_nobody_waiting_for_long() {
    let (_serving, port) = serve(&View::default());
    let connect = || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    let mut silent: Vec<_> = (0..300).map(|_| connect()).collect();
    for stream in silent.iter_mut().take(100) {
        stream.write_all(b"GET / HT").unwrap();
    }
    let (told, heard) = std::sync::mpsc::channel();
    std::thread::spawn(move || told.send(get(port, "/").text()));
    // The limit is several times the server's patience.
    let page = heard.recv_timeout(std::time::Duration::from_secs(120));
    assert_eq!(page.as_deref(), Ok("<!doctype html>"));
}

#[test]
fn who_asks_by_the_byte_keeps_nobody_waiting_for_long() {
    let (_serving, port) = serve(&View::default());
    let connect = |_| TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    let mut slow: Vec<_> = (0..300).map(connect).collect();
    std::thread::spawn(move || {
        loop {
            // The server no longer writes to a client whose connection it has closed.
            slow.retain_mut(|stream| stream.write_all(b"G").is_ok());
            std::thread::sleep(std::time::Duration::from_secs(1));
        }
    });
    let (told, heard) = std::sync::mpsc::channel();
    std::thread::spawn(move || told.send(get(port, "/").text()));
    let page = heard.recv_timeout(std::time::Duration::from_secs(60));
    assert_eq!(page.as_deref(), Ok("<!doctype html>"));
}

/// The build script takes the page from its build folder or else from the package; without both it
/// builds the command without the page.
#[test]
fn a_package_carries_its_page() {
    let folder = tempfile::tempdir().unwrap();
    let (package, script) = (folder.path().join("cli"), folder.path().join("script"));
    fs::create_dir(&package).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("build.rs");
    let compiler = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let compiled = Command::new(compiler)
        .args(["--edition=2024", "-o"])
        .args([&script, &source])
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let table = || {
        let status = Command::new(&script)
            .current_dir(&package)
            .env("OUT_DIR", folder.path())
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
        fs::read_to_string(folder.path().join("page.rs")).unwrap()
    };
    let put = |place: &str| {
        let assets = package.join(place).join("assets");
        fs::create_dir_all(&assets).unwrap();
        fs::write(assets.join("page.js"), place).unwrap();
    };
    assert_eq!(table(), "&[\n]");
    put("page");
    let carried = table();
    assert!(carried.contains("(\"assets/page.js\", include_bytes!("), "{carried}");
    assert!(carried.contains("cli/page/assets/page.js") || cfg!(windows), "{carried}");
    put("../web/page/dist");
    let built = table();
    assert!(built.contains("web/page/dist/assets/page.js") || cfg!(windows), "{built}");
}

#[test]
fn the_command_serves_its_page_or_says_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = write(folder.path(), "part.obj", OBJ);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
    command.arg("view").arg(&mesh).arg("--no-open").stdout(Stdio::piped()).stderr(Stdio::piped());
    if view::PAGE.is_empty() {
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.starts_with(
            "tangency: this command was built without the page: take a release, which has it, or run `web/page/build`"
        ));
        assert_eq!(words.lines().count(), 1, "{words}");
        return;
    }
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = port(&line);
    assert_eq!(line, format!("http://127.0.0.1:{port}/?mesh=part.obj\n"));
    let (page, data) = (get(port, "/"), get(port, "/data/mesh"));
    child.kill().unwrap();
    child.wait().unwrap();
    let (_, expected) = view::PAGE.iter().find(|(name, _)| *name == "index.html").unwrap();
    assert_eq!((page.status(), &page.body[..]), ("200", *expected));
    assert_eq!(data.text(), OBJ);
}
