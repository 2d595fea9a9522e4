//! Tests that tables are read and written without the loss of a bit, a row or another column, and
//! that broken files are errors.

// The helpers of tests are not tests to clippy.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use arrow_array::builder::{Int32Builder, ListBuilder, StringDictionaryBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float16Type, Float32Type, Float64Type, Int8Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, Date32Array, Date64Array, Decimal128Array,
    DictionaryArray, FixedSizeBinaryArray, Float16Array, Float32Array, Float64Array, Int8Array,
    Int32Array, Int64Array, LargeStringArray, NullArray, RecordBatch, StringArray, StringViewArray,
    StructArray, TimestampMicrosecondArray, UInt16Array, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, GzipLevel, LogicalType, ZstdLevel};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::SchemaDescriptor;
use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tangency::{Feature, ItemFeature, MeshFeature};
use tangency_files::table::{
    ANSWER_COLUMNS, Batch, Outcome, Problem, Question, Reader, Row, SPHERE_COLUMNS, Scalar, Shard,
    TableError, Way, Writer,
};
use tempfile::TempDir;

const HEADER: &str = "x,y,z,radius,vx,vy,vz";

/// Random numbers from SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Any finite float, with all exponents equally likely.
    fn float(&mut self) -> f64 {
        loop {
            let value = f64::from_bits(self.next());
            if value.is_finite() {
                return value;
            }
        }
    }

    fn float32(&mut self) -> f64 {
        loop {
            let value = f32::from_bits(self.next() as u32);
            if value.is_finite() {
                return value.into();
            }
        }
    }
}

const EDGES: [f64; 9] = [
    0.0,
    -0.0,
    5e-324,
    -5e-324,
    2.2250738585072014e-308,
    2.225073858507201e-308,
    f64::MAX,
    f64::MIN,
    1e23,
];

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn put(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    path
}

fn batches(path: &Path) -> Vec<Batch> {
    Reader::open(path, Scalar::F64).unwrap().map(|batch| batch.unwrap()).collect()
}

fn rows_as(path: &Path, scalar: Scalar) -> Vec<Result<Row, String>> {
    Reader::open(path, scalar).unwrap().flat_map(|batch| batch.unwrap().rows).collect()
}

fn rows(path: &Path) -> Vec<Result<Row, String>> {
    rows_as(path, Scalar::F64)
}

fn numbers(row: &Row) -> [f64; 7] {
    let Way::Velocity([vx, vy, vz]) = row.way else { panic!("no velocity: {row:?}") };
    let [x, y, z] = row.center;
    [x, y, z, row.radius, vx, vy, vz]
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// The error on opening this table, or else the first one on reading it.
fn refusal(path: &Path) -> TableError {
    match Reader::open(path, Scalar::F64) {
        Err(error) => error,
        Ok(reader) => reader.filter_map(Result::err).next().expect("this table is in order"),
    }
}

/// Reads a table and writes it with these outcomes.
fn copy(
    from: &Path,
    to: &Path,
    scalar: Scalar,
    mut outcome: impl FnMut(&Result<Row, String>) -> Outcome,
) {
    let reader = Reader::open(from, scalar).unwrap();
    let mut writer = Writer::create(to, &reader, reader.form(), scalar, Question::First).unwrap();
    for batch in reader {
        let batch = batch.unwrap();
        let outcomes: Vec<Outcome> = batch.rows.iter().map(&mut outcome).collect();
        writer.write(&batch, &outcomes).unwrap();
    }
    writer.finish().unwrap();
}

fn none_or_error(row: &Result<Row, String>) -> Outcome {
    match row {
        Ok(_) => Outcome::None,
        Err(error) => Outcome::Error(error.clone()),
    }
}

/// All the fields of a CSV, header included.
fn fields(path: &Path) -> Vec<Vec<String>> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_path(path).unwrap();
    reader.records().map(|record| record.unwrap().iter().map(str::to_string).collect()).collect()
}

fn write_parquet(path: &Path, batch: &RecordBatch, properties: WriterProperties) {
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), Some(properties))
            .unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
}

fn read_parquet(path: &Path) -> RecordBatch {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    let count = builder.metadata().file_metadata().num_rows() as usize;
    let schema = builder.schema().clone();
    let mut reader = builder.with_batch_size(count.max(1)).build().unwrap();
    match reader.next() {
        Some(batch) => batch.unwrap().with_schema(schema).unwrap(),
        None => RecordBatch::new_empty(schema),
    }
}

/// A table with seven columns of floats, and the other columns behind them.
fn spheres(count: usize, others: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let mut random = Random(1);
    let column = |random: &mut Random| -> ArrayRef {
        Arc::new(Float64Array::from_iter_values((0..count).map(|_| random.float())))
    };
    let columns = HEADER.split(',').map(|name| (name, column(&mut random)));
    RecordBatch::try_from_iter(columns.collect::<Vec<_>>().into_iter().chain(others)).unwrap()
}

fn contact(random: &mut Random, float: fn(&mut Random) -> f64) -> Outcome {
    let mut vector = || std::array::from_fn(|_| float(random));
    let (center, point, normal) = (vector(), vector(), vector());
    let feature = match random.below(7) {
        i @ 0..3 => Feature::Vertex(i as u8),
        i @ 3..6 => Feature::Edge(i as u8 - 3),
        _ => Feature::Face,
    };
    let time = if random.below(8) == 0 { f64::INFINITY } else { float(random) };
    let normal = (random.below(8) > 0).then_some(normal);
    let triangle = random.next() as usize;
    let feature = ItemFeature::Mesh(MeshFeature { triangle, feature });
    match random.below(4) {
        0 => Outcome::None,
        1 => Outcome::Overlap { center, point, normal, item: None, feature, leg: None },
        _ => Outcome::Contact {
            time,
            leg: None,
            center,
            point,
            other_point: None,
            normal,
            item: None,
            feature,
        },
    }
}

/// The expected columns of a result, as text; `None` stands for an empty or null value.
fn expected(outcome: &Outcome, text: fn(f64) -> String) -> Vec<Option<String>> {
    let name = |feature: &ItemFeature| match feature {
        ItemFeature::Mesh(MeshFeature { feature: Feature::Vertex(i), .. }) => format!("vertex {i}"),
        ItemFeature::Mesh(MeshFeature { feature: Feature::Edge(i), .. }) => format!("edge {i}"),
        ItemFeature::Mesh(MeshFeature { feature: Feature::Face, .. }) => "face".to_string(),
        other => unreachable!("{other:?} is on no mesh"),
    };
    let triangle_of = |feature: &ItemFeature| match feature {
        ItemFeature::Mesh(MeshFeature { triangle, .. }) => Some(*triangle),
        _ => None,
    };
    let vector = |v: &[f64; 3]| v.map(|x| Some(text(x)));
    let nothing = [None, None, None];
    let (status, time, center, point, normal, triangle, feature, error) = match outcome {
        Outcome::None => {
            (Some("none"), None, nothing.clone(), nothing.clone(), nothing, None, None, None)
        }
        Outcome::Error(error) => {
            (None, None, nothing.clone(), nothing.clone(), nothing, None, None, Some(error.clone()))
        }
        Outcome::Touch | Outcome::Each(_) => unreachable!("only first contacts are asked for"),
        Outcome::Overlap { center, point, normal, feature, .. } => {
            let normal = normal.map_or(nothing, |n| vector(&n));
            let (center, point) = (vector(center), vector(point));
            (
                Some("overlap"),
                Some(0.0),
                center,
                point,
                normal,
                triangle_of(feature),
                Some(name(feature)),
                None,
            )
        }
        Outcome::Contact { time, center, point, normal, feature, .. } => {
            let normal = normal.map_or(nothing, |n| vector(&n));
            let (center, point) = (vector(center), vector(point));
            (
                Some("contact"),
                Some(*time),
                center,
                point,
                normal,
                triangle_of(feature),
                Some(name(feature)),
                None,
            )
        }
    };
    let mut values = vec![status.map(str::to_string), time.map(text)];
    values.extend(center.into_iter().chain(point).chain(normal));
    values.extend([triangle.map(|triangle| triangle.to_string()), feature, error]);
    values
}

// Text to floats: the bits are exact.

#[test]
fn csv_numbers_are_read_to_the_last_bit() {
    let mut random = Random(2);
    let mut values: Vec<f64> = (0..7 * 20_000).map(|_| random.float()).collect();
    values[..9].copy_from_slice(&EDGES);
    let mut text = format!("{HEADER}\n");
    for row in values.chunks(7) {
        let line: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(i, v)| match i % 3 {
                0 => format!("{v:?}"),
                1 => format!(" {v:e}\t"),
                _ => format!("{v}"),
            })
            .collect();
        text.push_str(&line.join(","));
        text.push('\n');
    }
    let folder = folder();
    let rows = rows(&put(&folder, "in.csv", text));
    assert_eq!(rows.len(), 20_000);
    for (row, expected) in rows.iter().zip(values.chunks(7)) {
        assert_eq!(bits(&numbers(row.as_ref().unwrap())), bits(expected));
    }
}

#[test]
fn a_number_is_rounded_once() {
    // Just above the middle of two f32s: rounded to f64 first, the number would become the middle,
    // and then 1.
    let above_the_middle = "1.000000059604644775390625000000000867";
    // The middle of two f64s, and just above it.
    let (middle, above) = ("9007199254740993", "9007199254740993.00000000000000000001");
    let folder = folder();
    let path =
        put(&folder, "in.csv", format!("{HEADER}\n{above_the_middle},{middle},{above},0,0,0,0\n"));
    let wide = rows(&path)[0].clone().unwrap();
    assert_eq!(
        wide.center,
        [1.0 + f64::EPSILON * f64::from(1 << 28), 9007199254740992.0, 9007199254740994.0]
    );
    let narrow = rows_as(&path, Scalar::F32)[0].clone().unwrap();
    assert_eq!(narrow.center[0], f64::from(1.0_f32 + f32::EPSILON));
}

#[test]
fn parquet_numbers_are_read_to_the_last_bit() {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    let batch = spheres(20_000, vec![]);
    write_parquet(&path, &batch, WriterProperties::default());
    let rows = rows(&path);
    assert_eq!(rows.len(), 20_000);
    for (i, row) in rows.iter().enumerate() {
        let row = numbers(row.as_ref().unwrap());
        let expected: Vec<f64> = batch
            .columns()
            .iter()
            .map(|column| column.as_primitive::<Float64Type>().value(i))
            .collect();
        assert_eq!(bits(&row), bits(&expected));
    }
    assert_eq!(Reader::open(&path, Scalar::F64).unwrap().row_count(), Some(20_000));
}

#[test]
fn parquet_numbers_may_be_of_any_numeric_type() {
    let folder = folder();
    let path = folder.path().join("in.pq");
    let halves = Float16Array::from_iter_values([Default::default(); 3]);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("x", Arc::new(Float32Array::from(vec![0.1, 2.0, 3.0]))),
        ("y", Arc::new(Int8Array::from(vec![-1, 2, 3]))),
        ("z", Arc::new(UInt16Array::from(vec![65535, 0, 0]))),
        ("radius", Arc::new(Int64Array::from(vec![1 << 60, (1 << 53) + 1, 3]))),
        ("vx", Arc::new(UInt64Array::from(vec![u64::MAX - 2047, 0, u64::MAX]))),
        ("vy", Arc::new(halves)),
        ("vz", Arc::new(StringViewArray::from(vec!["1e3", "0", "0"]))),
        ("t_max", Arc::new(NullArray::new(3))),
    ];
    let columns = columns.into_iter().map(|(name, column)| (name, column, true));
    let batch = RecordBatch::try_from_iter_with_nullable(columns).unwrap();
    write_parquet(&path, &batch, WriterProperties::default());
    let rows = rows(&path);
    let first = rows[0].clone().unwrap();
    assert_eq!(
        numbers(&first),
        [
            f64::from(0.1_f32),
            -1.0,
            65535.0,
            (1_u64 << 60) as f64,
            (u64::MAX - 2047) as f64,
            0.0,
            1e3
        ]
    );
    assert_eq!(first.t_max, None);
    assert_eq!(rows[1], Err("radius is 9007199254740993, which no f64 equals".into()));
    assert_eq!(rows[2], Err("vx is 18446744073709551615, which no f64 equals".into()));
}

#[test]
fn decimals_of_a_parquet_are_rounded_once() {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    // A little more than 1 + 2^-24: rounded through f64, the number would be rounded down, to even.
    let digits = 1_000_000_059_604_644_775_390_625_000_000_i128 + 1;
    let decimals = |value: i128, scale: i8| -> ArrayRef {
        let column = Decimal128Array::from(vec![Some(value), None]);
        Arc::new(column.with_precision_and_scale(38, scale).unwrap())
    };
    let columns = HEADER.split(',').map(|name| match name {
        "x" => (name, decimals(digits, 30), true),
        "y" => (name, decimals(-15, 1), true),
        _ => (name, decimals(3, 0), true),
    });
    let batch = RecordBatch::try_from_iter_with_nullable(columns).unwrap();
    write_parquet(&path, &batch, WriterProperties::default());
    let rows = rows_as(&path, Scalar::F32);
    let row = numbers(rows[0].as_ref().unwrap());
    assert_eq!(row, [f64::from(1.000_000_1_f32), -1.5, 3.0, 3.0, 3.0, 3.0, 3.0]);
    assert_eq!(rows[1], Err("x is null, must be a number".into()));
}

/// A dictionary of these values, with the keys 0, 1, 0 and null.
fn dictionary(values: ArrayRef) -> ArrayRef {
    let keys = Int32Array::from(vec![Some(0), Some(1), Some(0), None]);
    Arc::new(DictionaryArray::new(keys, values))
}

#[test]
fn parquet_numbers_may_be_in_dictionaries() {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("x", dictionary(Arc::new(Float64Array::from(vec![0.1, -2.5])))),
        ("y", dictionary(Arc::new(Float32Array::from(vec![0.1, 3.0])))),
        ("z", dictionary(Arc::new(Int64Array::from(vec![1 << 60, (1 << 53) + 1])))),
        ("radius", dictionary(Arc::new(UInt16Array::from(vec![7, 8])))),
        ("vx", dictionary(Arc::new(StringArray::from(vec!["1e3", "five"])))),
        ("vy", dictionary(Arc::new(Int8Array::from(vec![-1, 1])))),
        ("vz", dictionary(Arc::new(UInt64Array::from(vec![0, 1])))),
    ];
    let columns = columns.into_iter().map(|(name, column)| (name, column, true));
    let batch = RecordBatch::try_from_iter_with_nullable(columns).unwrap();
    write_parquet(&path, &batch, WriterProperties::default());
    let rows = rows(&path);
    let first = [0.1, f64::from(0.1_f32), (1_u64 << 60) as f64, 7.0, 1e3, -1.0, 0.0];
    assert_eq!(numbers(rows[0].as_ref().unwrap()), first);
    assert_eq!(rows[1], Err("z is 9007199254740993, which no f64 equals".into()));
    assert_eq!(rows[2], rows[0]);
    assert_eq!(rows[3], Err("x is null, must be a number".into()));
}

// Bad rows.

#[test]
fn a_bad_number_is_named_with_its_column() {
    let folder = folder();
    let path = put(
        &folder,
        "in.csv",
        "note,t_max,x,y,z,radius,vx,vy,vz\n\
         a,,1,2,3,1,0,0,abc\n\
         b,,,2,3,1,0,0,0\n\
         c,,1,NaN,3,1,0,0,0\n\
         d,,1,-inf,3,1,0,0,0\n\
         e,,1,1e999,3,1,0,0,0\n\
         f,nan,1,2,3,1,0,0,0\n\
         g,inf,1,2,3,1,0,0,0\n\
         h, 7 ,1,2,3,1,0,0,0\n\
         i,,\"1,5\",2,3,1,0,0,0\n\
         j,1e999,1,2,3,1,0,0,0\n",
    );
    let rows = rows(&path);
    let error = |i: usize| rows[i].clone().unwrap_err();
    assert_eq!(error(0), "vz is \"abc\", must be a number");
    assert_eq!(error(1), "x is empty, must be a number");
    assert_eq!(error(2), "y is NaN, must be a finite number");
    assert_eq!(error(3), "y is -inf, must be a finite number");
    assert_eq!(error(4), "y is \"1e999\", past the largest f64");
    assert_eq!(error(5), "t_max is NaN, must be a time");
    assert_eq!(rows[6].clone().unwrap().t_max, None);
    assert_eq!(rows[7].clone().unwrap().t_max, Some(7.0));
    assert_eq!(error(8), "x is \"1,5\", must be a number");
    assert_eq!(error(9), "t_max is \"1e999\", past the largest f64");
    let path = put(&folder, "narrow.csv", format!("{HEADER}\n1e39,0,0,0,0,0,0\n"));
    assert_eq!(rows_as(&path, Scalar::F32), [Err("x is \"1e39\", past the largest f32".into())]);
}

#[test]
fn nulls_and_non_numbers_in_parquet_are_bad_rows() {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    let floats = |values: Vec<Option<f64>>| -> ArrayRef { Arc::new(Float64Array::from(values)) };
    let mut columns: Vec<(&str, ArrayRef)> =
        HEADER.split(',').map(|name| (name, floats(vec![Some(1.0); 4]))).collect();
    columns[1].1 = floats(vec![Some(1.0), None, Some(f64::NAN), Some(1e300)]);
    columns.push(("t_max", floats(vec![Some(f64::INFINITY), None, None, None])));
    write_parquet(
        &path,
        &RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(n, c)| (n, c, true)))
            .unwrap(),
        WriterProperties::default(),
    );
    let wide = rows(&path);
    assert_eq!(wide[0].clone().unwrap().t_max, None);
    assert_eq!(wide[1], Err("y is null, must be a number".into()));
    assert_eq!(wide[2], Err("y is NaN, must be a finite number".into()));
    assert_eq!(wide[3].clone().unwrap().center[1], 1e300);
    assert_eq!(rows_as(&path, Scalar::F32)[3], Err("y is 1e300, past the largest f32".into()));
}

#[test]
fn a_row_of_another_width_or_not_of_text_stays_in_its_place() {
    let folder = folder();
    let mut text =
        format!("{HEADER},note\n1,2,3,4,5,6\n1,2,3,4,5,6,7,n,surplus,more\n\n1,2,3,4,5,6,7,")
            .into_bytes();
    text.extend(b"a\xffb\n1,2,3,4,5,6,7,fine\r\n1,2,3");
    let (from, to, columnar) = (
        put(&folder, "in.csv", text),
        folder.path().join("out.csv"),
        folder.path().join("out.parquet"),
    );
    let found = rows(&from);
    let error = |i: usize| found[i].clone().unwrap_err();
    assert_eq!(error(0), "the row has 6 fields, the header 8");
    assert_eq!(error(1), "the row has 10 fields, the header 8; no column for \"surplus\"");
    assert_eq!(error(2), "note is not valid UTF-8");
    assert_eq!(numbers(found[3].as_ref().unwrap()), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    assert_eq!(error(4), "the row has 3 fields, the header 8");
    assert_eq!(found.len(), 5);

    copy(&from, &to, Scalar::F64, none_or_error);
    let written = fields(&to);
    assert_eq!(written.len(), 6);
    assert!(written.iter().all(|fields| fields.len() == 8 + ANSWER_COLUMNS.len()));
    assert_eq!(written[1][..8], ["1", "2", "3", "4", "5", "6", "", ""]);
    assert_eq!(written[2][..8], ["1", "2", "3", "4", "5", "6", "7", "n"]);
    assert_eq!(written[3][7], "a\u{fffd}b");
    assert_eq!(written[4][8], "none");
    assert_eq!((written[5][8].as_str(), written[5].last().unwrap()), ("", &error(4)));

    copy(&from, &columnar, Scalar::F64, none_or_error);
    let vz = read_parquet(&columnar).column(6).as_string::<i32>().clone();
    assert!(vz.is_null(0) && vz.value(1) == "7");
}

// Forms of a text table.

/// The rows of a table whose bytes are these.
fn rows_of(folder: &TempDir, name: &str, bytes: &[u8]) -> Vec<Result<Row, String>> {
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let reader = Reader::open(&path, Scalar::F64).unwrap();
    reader.flat_map(|batch| batch.unwrap().rows).collect()
}

#[test]
fn separators_letters_and_quotes_of_a_header_are_recognised() {
    let folder = folder();
    let plain = rows_of(&folder, "a.csv", b"x,y,z,radius,vx,vy,vz,t_max\n1,2,3,0.5,4,5,6,7\n");
    let [row] = &plain[..] else { panic!("{plain:?}") };
    let row = row.as_ref().unwrap();
    assert_eq!((row.center, row.radius, row.t_max), ([1.0, 2.0, 3.0], 0.5, Some(7.0)));
    for (name, text) in [
        ("b.csv", "x;y;z;radius;vx;vy;vz;t_max\n1;2;3;0.5;4;5;6;7\n"),
        ("c.csv", "x\ty\tz\tradius\tvx\tvy\tvz\tt_max\r\n1\t2\t3\t0.5\t4\t5\t6\t7\r\n"),
        ("d.tsv", "x,y,z,radius,vx,vy,vz,t_max\n1,2,3,0.5,4,5,6,7\n"),
        ("e.csv", "X,Y,Z,Radius,VX,vY,Vz,T_MAX\n1,2,3,0.5,4,5,6,7\n"),
        ("f.csv", "\"x\", \"y\", 'z',\" radius\", \"vx\",\"vy\",vz,t_max\n1,2,3,0.5,4,5,6,7\n"),
        (
            "g.csv",
            "\"x\";y;z;radius;vx;vy;vz;t_max;\"a, b, c, d, e, f, g, h, i\"\n1;2;3;0.5;4;5;6;7;\n",
        ),
        ("h.csv", "\u{feff}x,y,z,radius,vx,vy,vz,t_max\n1,2,3,0.5,4,5,6,7\n"),
    ] {
        assert_eq!(rows_of(&folder, name, text.as_bytes()), plain, "{name}");
    }
}

#[test]
fn a_text_table_may_be_compressed() {
    let folder = folder();
    // The text is longer than the head that is searched for the separator, and has two gzip
    // members.
    let text = |from: usize| -> String {
        (from..from + 6_000).map(|i| format!("{i},2,3,0.5,4,5,6\n")).collect()
    };
    let gzip = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut encoder, text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let (first, second) = (format!("{HEADER}\n{}", text(0)), text(6_000));
    let plain = rows_of(&folder, "a.csv", format!("{first}{second}").as_bytes());
    assert_eq!(plain.len(), 12_000);
    let packed = [gzip(&first), gzip(&second)].concat();
    assert_eq!(rows_of(&folder, "a.CSV.gz", &packed), plain);
    // A place in the text is not a place in the compressed file, so the table has no shards.
    let shard = Some("0/2".parse::<Shard>().unwrap());
    let refused = Reader::open_part(folder.path().join("a.CSV.gz"), Scalar::F64, None, None, shard);
    assert!(matches!(refused.unwrap_err().problem, Problem::Unseekable));
    // A truncated file ends in an error, and not as a shorter table.
    std::fs::write(folder.path().join("cut.csv.gz"), &packed[..packed.len() - 9]).unwrap();
    let reader = Reader::open(folder.path().join("cut.csv.gz"), Scalar::F64).unwrap();
    assert!(reader.last().unwrap().is_err());
    let not_gzip = put(&folder, "plain.csv.gz", HEADER);
    assert!(matches!(refusal(&not_gzip).problem, Problem::Io(_)));
}

// Errors before a row is read.

#[test]
fn tables_without_their_columns_are_refused_by_name() {
    let folder = folder();
    let refuse = |name: &str, text: &str| {
        refusal(&put(&folder, name, text)).to_string().split_once(": ").unwrap().1.to_string()
    };
    assert_eq!(
        refuse("a.csv", "x,y,z,vx,vz,\"my note\"\n"),
        "the columns radius, vy are missing; the table has \"x\", \"y\", \"z\", \"vx\", \"vz\", \"my note\""
    );
    let many: String = (0..25).map(|i| format!("c{i},")).collect();
    assert!(refuse("many.csv", &format!("{many}x\n")).ends_with("\"c18\", \"c19\" and 6 more"));
    assert_eq!(
        refuse("b.csv", "x,y,z,radius,vx,vy,vz,note, x,note\n"),
        "the columns x, note are repeated"
    );
    assert_eq!(refuse("c.csv", ""), "is empty, must begin with the names of its columns");
    assert_eq!(
        refuse("d.txt", HEADER),
        "the name of a table must end in .csv, .tsv, .parquet or .pq; one that is read may also end \
         in .csv.gz or .tsv.gz, or be - for standard input"
    );
    assert!(refuse("d.parquet.gz", HEADER).starts_with("the name of a table must end in .csv"));
    // Two columns that differ only in the case of letters are both refused.
    assert!(
        refuse("e.csv", "X,x ,y,z,radius,vx,vy,vz,X\n").starts_with("the column X is repeated")
    );
    assert!(
        refuse("g.csv", "ra,y,z,RADIUS,Radius,vx,vy,vz,x\n").starts_with("the column radius is")
    );
    assert!(matches!(refusal(&folder.path().join("not there.csv")).problem, Problem::Io(_)));
    let struct_column = StructArray::from(vec![(
        Arc::new(Field::new("a", DataType::Float64, true)),
        Arc::new(Float64Array::from(vec![1.0])) as ArrayRef,
    )]);
    let mut columns: Vec<(&str, ArrayRef)> = HEADER
        .split(',')
        .map(|name| (name, Arc::new(Float64Array::from(vec![1.0])) as ArrayRef))
        .collect();
    columns[3].1 = Arc::new(struct_column);
    let path = folder.path().join("f.parquet");
    write_parquet(
        &path,
        &RecordBatch::try_from_iter(columns).unwrap(),
        WriterProperties::default(),
    );
    assert!(
        matches!(refusal(&path).problem, Problem::NotNumbers { column, .. } if column == "radius")
    );
}

#[test]
fn columns_that_an_answer_needs_are_refused_by_name() {
    let folder = folder();
    let path = put(&folder, "in.csv", format!("{HEADER},time, error\n"));
    let reader = Reader::open(path, Scalar::F64).unwrap();
    let error = Writer::create(
        folder.path().join("out.csv"),
        &reader,
        reader.form(),
        Scalar::F64,
        Question::First,
    )
    .unwrap_err();
    let text = error.to_string();
    assert!(
        text.ends_with("the columns time, error are reserved for the answers: rename or remove"),
        "{text}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the input is there");
}

#[test]
fn a_quote_that_is_never_closed_does_not_take_in_the_whole_file() {
    let folder = folder();
    let mut text = format!("{HEADER}\n0,0,0,0,0,0,0\n0,0,0,0,0,0,\"");
    text.extend(std::iter::repeat_n("0123456789abcde\n", 2 << 20));
    let error = refusal(&put(&folder, "in.csv", text));
    assert!(matches!(error.problem, Problem::LongRecord { row: 2, line: 3, .. }), "{error}");
}

/// The error of each row, which is empty for a sound row.
fn flaws(path: &Path) -> Vec<String> {
    rows(path).into_iter().map(|row| row.err().unwrap_or_default()).collect()
}

#[test]
fn a_row_with_a_quote_that_is_never_closed_names_its_line() {
    let folder = folder();
    let row = "0,0,0,0,0,0,0\n";
    let unclosed = |line: u64, last: u64| {
        format!(
            "the quote that opens in line {line} is never closed, and contains all text up to line {last}"
        )
    };
    let alone = |line: u64| format!("the quote that opens in line {line} is never closed");
    // The tables and the error of each row, counted by hand.
    let cases = [
        (format!("{HEADER}\n{row}0,0,0,0,0,0,\"0\n{row}{row}"), vec!["".into(), unclosed(3, 5)]),
        (format!("{HEADER}\n{row}\n\n\"0,0,0,0,0,0,0\n{row}"), vec!["".into(), unclosed(5, 6)]),
        (format!("{HEADER}\n0,0,0,\"0\n\",0,0,\"0\n{row}"), vec![unclosed(3, 4)]),
        (format!("{HEADER}\r\n{row}0,0,0,0,0,0,\"0\r\n{row}"), vec!["".into(), unclosed(3, 4)]),
        (format!("{HEADER}\n{row}0,0,0,0,0,0,\"0"), vec!["".into(), alone(3)]),
        (format!("{HEADER}\n{row}0,0,0,0,0,0,\""), vec!["".into(), alone(3)]),
        (format!("\u{feff}{HEADER}\n\"0,0,0,0,0,0,0\n"), vec![alone(2)]),
        // These are sound: a quote within a field, and quotes that are closed, also at the very
        // end.
        (format!("{HEADER}\n0,0,0,0,0,0,\"0\"\n{row}"), vec!["".into(), "".into()]),
        (format!("{HEADER}\n0,0,0,0,0,0,\"0\""), vec!["".into()]),
        (
            format!("{HEADER}\n0,0,0,0,0,0,0\"\n{row}"),
            vec!["vz is \"0\\\"\", must be a number".into(), "".into()],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(flaws(&put(&folder, "in.csv", &text)), expected, "{text:?}");
        let tabs = text.replace(',', "\t");
        assert_eq!(flaws(&put(&folder, "in.tsv", &tabs)), expected, "{tabs:?}");
    }
    let header = put(&folder, "in.csv", format!("x,y,z,radius,vx,vy,\"vz\n{row}"));
    assert_eq!(
        refusal(&header).problem.to_string(),
        "the quote that opens in line 1 is never closed, and contains all text up to line 2"
    );
}

#[test]
fn a_row_of_several_lines_that_is_too_wide_says_so() {
    let folder = folder();
    let text = format!("{HEADER}\n\"0,0,0,0,0,0,0\n0,0,0,0,0,0,0\n0\",0,0,0,0,0,0,0\n");
    let expected = "the row has 8 fields, the header 7; no column for \"0\"; it is 3 lines: is a quote out of place?";
    assert_eq!(flaws(&put(&folder, "in.csv", text)), [expected]);
}

// Columns that are copied.

#[test]
fn csv_columns_travel_byte_for_byte_in_any_order_and_kind() {
    let odd = [
        "",
        " ",
        "a \"quoted\" word",
        "two\nlines",
        "two\r\nlines",
        "comma, comma",
        "tab\there",
        "\u{1f600} é",
        "=1+1",
        "007",
        "\u{feff}x",
        "'",
    ];
    let folder = folder();
    for (separator, name) in [(b',', "csv"), (b'\t', "TSV")] {
        let from = folder.path().join(format!("in.{name}"));
        let mut writer = csv::WriterBuilder::new().delimiter(separator).from_path(&from).unwrap();
        writer.write_record(["note", "vz", "vy", " vx", "odd ", "radius", "z", "y", "x"]).unwrap();
        for (i, text) in odd.iter().enumerate() {
            let number = i.to_string();
            writer
                .write_record([text, "1", "2.50", "+3", text, &number, " 5", "6e0", "7."])
                .unwrap();
        }
        drop(writer);
        assert_eq!(numbers(rows(&from)[4].as_ref().unwrap()), [7.0, 6.0, 5.0, 4.0, 3.0, 2.5, 1.0]);
        let (to, columnar, back) = (
            folder.path().join("out.csv"),
            folder.path().join("out.parquet"),
            folder.path().join("back.csv"),
        );
        copy(&from, &to, Scalar::F64, none_or_error);
        let written = fields(&to);
        assert_eq!(written[0][..9], ["note", "vz", "vy", " vx", "odd ", "radius", "z", "y", "x"]);
        assert_eq!(written[0][9..], ANSWER_COLUMNS);
        for (i, text) in odd.iter().enumerate() {
            let number = i.to_string();
            assert_eq!(
                written[i + 1][..9],
                [text, "1", "2.50", "+3", text, &number, " 5", "6e0", "7."]
            );
            assert_eq!(written[i + 1][9], "none");
        }
        copy(&from, &columnar, Scalar::F64, none_or_error);
        let batch = read_parquet(&columnar);
        assert_eq!(batch.column(0).as_string::<i32>(), &StringArray::from(odd.to_vec()));
        // Without the columns of the result, the table is a table of spheres again, and has the
        // same results.
        let batch = batch.project(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        write_parquet(&columnar, &batch, WriterProperties::default());
        assert_eq!(rows(&columnar), rows(&from));
        copy(&columnar, &back, Scalar::F64, none_or_error);
        assert_eq!(fields(&back), written);
    }
}

/// Columns of many types, with nulls.
fn companions(count: usize) -> Vec<(&'static str, ArrayRef)> {
    let mut lists = ListBuilder::new(Int32Builder::new());
    let mut dictionary = StringDictionaryBuilder::<Int8Type>::new();
    for i in 0..count {
        match i % 3 {
            0 => lists.append_null(),
            n => lists.append_value((0..n).map(|j| (j != 1).then_some(i as i32))),
        }
        if i % 5 == 0 {
            dictionary.append_null()
        } else {
            dictionary.append(["red", "green", "blue"][i % 3]).map(drop).unwrap()
        }
    }
    let optional = |i: usize| (!i.is_multiple_of(4)).then_some(i);
    let parts: Vec<(Arc<Field>, ArrayRef)> = vec![
        (
            Arc::new(Field::new("a", DataType::Float64, true)),
            Arc::new(Float64Array::from_iter((0..count).map(|i| optional(i).map(|i| i as f64)))),
        ),
        (
            Arc::new(Field::new("b", DataType::Utf8, true)),
            Arc::new(StringArray::from_iter(
                (0..count).map(|i| optional(i).map(|i| format!("b{i}"))),
            )),
        ),
    ];
    let bytes = (0..count).map(|i| optional(i).map(|i| [i as u8; 6]));
    vec![
        ("list", Arc::new(lists.finish())),
        ("dictionary", Arc::new(dictionary.finish())),
        ("struct", Arc::new(StructArray::from(parts))),
        (
            "bytes",
            Arc::new(FixedSizeBinaryArray::try_from_sparse_iter_with_size(bytes, 6).unwrap()),
        ),
        (
            "when",
            Arc::new(
                TimestampMicrosecondArray::from_iter(
                    (0..count).map(|i| optional(i).map(|i| i as i64 * 1_000_001)),
                )
                .with_timezone("Europe/Berlin"),
            ),
        ),
        (
            "price",
            Arc::new(
                Decimal128Array::from_iter((0..count).map(|i| optional(i).map(|i| i as i128)))
                    .with_precision_and_scale(20, 2)
                    .unwrap(),
            ),
        ),
        (
            "large",
            Arc::new(LargeStringArray::from_iter(
                (0..count).map(|i| optional(i).map(|i| i.to_string())),
            )),
        ),
        (
            "view",
            Arc::new(StringViewArray::from_iter(
                (0..count).map(|i| optional(i).map(|i| format!("a text that is not short {i}"))),
            )),
        ),
    ]
}

#[test]
fn parquet_columns_travel_with_their_types() {
    let folder = folder();
    let (from, to) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    let batch = spheres(20_000, companions(20_000));
    let metadata = HashMap::from([("origin".to_string(), "a survey".to_string())]);
    let schema = Schema::clone(&batch.schema()).with_metadata(metadata.clone());
    let batch = batch.with_schema(Arc::new(schema)).unwrap();
    write_parquet(&from, &batch, WriterProperties::default());
    let parts = batches(&from);
    assert!(parts.len() > 1 && parts.iter().all(|part| part.rows.len() == part.columns.num_rows()));
    copy(&from, &to, Scalar::F64, none_or_error);
    let written = read_parquet(&to);
    assert_eq!(written.schema().metadata(), &metadata);
    assert_eq!(written.project(&(0..batch.num_columns()).collect::<Vec<_>>()).unwrap(), batch);
    let names: Vec<String> =
        written.schema().fields()[batch.num_columns()..].iter().map(|f| f.name().clone()).collect();
    assert_eq!(names, ANSWER_COLUMNS);
}

#[test]
fn dictionaries_of_any_values_travel_with_their_types() {
    let folder = folder();
    let (from, to) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    let others: Vec<(&str, ArrayRef)> = vec![
        ("a", dictionary(Arc::new(Float64Array::from(vec![0.1, -2.5])))),
        ("b", dictionary(Arc::new(Float32Array::from(vec![0.1, 3.0])))),
        ("c", dictionary(Arc::new(Int64Array::from(vec![1 << 60, (1 << 53) + 1])))),
        ("d", dictionary(Arc::new(Int8Array::from(vec![-1, 1])))),
        ("e", dictionary(Arc::new(UInt16Array::from(vec![7, 8])))),
        ("f", dictionary(Arc::new(UInt64Array::from(vec![7, u64::MAX])))),
        ("g", dictionary(Arc::new(StringArray::from(vec!["1e3", "five"])))),
        ("h", dictionary(Arc::new(LargeStringArray::from(vec!["1e3", "five"])))),
        ("i", dictionary(Arc::new(StringViewArray::from(vec!["1e3", "five"])))),
        ("j", dictionary(Arc::new(TimestampMicrosecondArray::from(vec![1, 2])))),
        (
            "l",
            dictionary(Arc::new(
                FixedSizeBinaryArray::try_from_iter([[1, 2], [3, 4]].iter()).unwrap(),
            )),
        ),
    ];
    let batch = spheres(4, others);
    write_parquet(&from, &batch, WriterProperties::default());
    copy(&from, &to, Scalar::F64, none_or_error);
    let written = read_parquet(&to);
    for (field, column) in batch.schema().fields().iter().zip(batch.columns()) {
        let found = written.column_by_name(field.name()).unwrap();
        assert_eq!(found.data_type(), field.data_type(), "{}", field.name());
        assert_eq!(found, column, "{}", field.name());
    }
}

type Half = <Float16Type as ArrowPrimitiveType>::Native;

#[test]
fn dictionaries_of_decimals_and_half_floats_travel_as_their_values() {
    let folder = folder();
    let (from, to) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    let price = |values: Vec<Option<i128>>| -> ArrayRef {
        Arc::new(Decimal128Array::from(values).with_precision_and_scale(30, 2).unwrap())
    };
    let (zero, one) = (Half::default(), Half::ONE);
    let others = vec![
        ("price", dictionary(price(vec![Some(199), Some(-5)]))),
        ("half", dictionary(Arc::new(Float16Array::from(vec![zero, one])))),
    ];
    write_parquet(&from, &spheres(4, others), WriterProperties::default());
    copy(&from, &to, Scalar::F64, none_or_error);
    let written = read_parquet(&to);
    let expected = price(vec![Some(199), Some(-5), Some(199), None]);
    assert_eq!(written.column_by_name("price").unwrap(), &expected);
    let expected: ArrayRef =
        Arc::new(Float16Array::from(vec![Some(zero), Some(one), Some(zero), None]));
    assert_eq!(written.column_by_name("half").unwrap(), &expected);
}

/// The values in the first row of each column of a Parquet, as the format stores them, with their
/// levels of definition and repetition.
fn stored(path: &Path) -> Vec<String> {
    fn told<T: parquet::data_type::DataType>(mut reader: ColumnReaderImpl<T>) -> String {
        let (mut nulls, mut lists, mut values) = (vec![], vec![], vec![]);
        reader.read_records(1, Some(&mut nulls), Some(&mut lists), &mut values).unwrap();
        format!("{nulls:?} {lists:?} {values:?}")
    }
    let file = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let group = file.get_row_group(0).unwrap();
    let columns = (0..group.num_columns()).map(|i| match group.get_column_reader(i).unwrap() {
        ColumnReader::DoubleColumnReader(reader) => told(reader),
        ColumnReader::Int32ColumnReader(reader) => told(reader),
        ColumnReader::Int64ColumnReader(reader) => told(reader),
        ColumnReader::ByteArrayColumnReader(reader) => told(reader),
        ColumnReader::FixedLenByteArrayColumnReader(reader) => told(reader),
        _ => panic!("no test has such a column"),
    });
    columns.collect()
}

/// Many of these types of Parquet do not exist in Arrow.
#[test]
fn what_a_parquet_says_of_its_columns_stays() {
    let numbers: String = HEADER.split(',').map(|n| format!("required double {n};")).collect();
    let schema = format!(
        "message spheres {{
            {numbers}
            required fixed_len_byte_array(16) id (UUID);
            required binary about (JSON);
            required binary kind (ENUM);
            required binary note (BSON);
            required binary outline (GEOMETRY);
            required fixed_len_byte_array(12) every (INTERVAL);
            required int64 since (TIME(MICROS, true));
            required int32 day (DATE);
            required int32 price (DECIMAL(9, 2));
            optional group ids (LIST) {{
                repeated group list {{ required fixed_len_byte_array(16) element (UUID); }}
            }}
            required group part {{
                required binary about (JSON);
                optional fixed_len_byte_array(12) every (INTERVAL);
            }}
        }}"
    );
    let schema = Arc::new(parse_message_type(&schema).unwrap());
    let folder = folder();
    let (from, to) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    let said = KeyValue::new("geo".to_owned(), "what outlines are".to_owned());
    let properties = WriterProperties::builder().set_key_value_metadata(Some(vec![said.clone()]));
    let file = File::create(&from).unwrap();
    let mut writer =
        SerializedFileWriter::new(file, Arc::clone(&schema), Arc::new(properties.build())).unwrap();
    let mut group = writer.next_row_group().unwrap();
    for kind in SchemaDescriptor::new(schema).columns() {
        let mut column = group.next_column().unwrap().unwrap();
        // Nothing is null, the list has one value, and no part of an interval is zero.
        let levels = [kind.max_def_level(), 0];
        let levels = (Some(&levels[..1]), Some(&levels[1..]));
        let bytes = ByteArray::from((1..=kind.type_length().max(2) as u8).collect::<Vec<_>>());
        match column.untyped() {
            ColumnWriter::DoubleColumnWriter(w) => w.write_batch(&[1.0], levels.0, levels.1),
            ColumnWriter::Int32ColumnWriter(w) => w.write_batch(&[20_000], levels.0, levels.1),
            ColumnWriter::Int64ColumnWriter(w) => w.write_batch(&[3_600], levels.0, levels.1),
            ColumnWriter::ByteArrayColumnWriter(w) => {
                w.write_batch(&["{}".into()], levels.0, levels.1)
            }
            ColumnWriter::FixedLenByteArrayColumnWriter(w) => {
                w.write_batch(&[bytes.into()], levels.0, levels.1)
            }
            _ => panic!("no such column"),
        }
        .unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    writer.close().unwrap();

    copy(&from, &to, Scalar::F64, none_or_error);
    let [before, after] = [&from, &to].map(|path| {
        let file = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        file.metadata().file_metadata().clone()
    });
    let columns = before.schema().get_fields();
    assert_eq!(&after.schema().get_fields()[..columns.len()], columns);
    assert!(after.key_value_metadata().unwrap().contains(&said));
    let (before, after) = (stored(&from), stored(&to));
    assert_eq!(&after[..before.len()], before);
}

#[test]
fn a_type_of_a_later_version_of_the_format_is_bytes() {
    let numbers: String = HEADER.split(',').map(|n| format!("required double {n};")).collect();
    let id = "required fixed_len_byte_array(16) id (UUID);";
    let schema = parse_message_type(&format!("message spheres {{ {numbers} {id} }}")).unwrap();
    let folder = folder();
    let (from, to) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    let file = File::create(&from).unwrap();
    let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::default()).unwrap();
    writer.close().unwrap();
    // A UUID is number 14 of the logical types, which is the high half of the byte. Number 9 is
    // unused.
    let mut bytes = fs::read(&from).unwrap();
    let at = bytes.windows(3).position(|part| part == [0xec, 0, 0]).unwrap();
    bytes[at] = 0x9c;
    fs::write(&from, bytes).unwrap();
    copy(&from, &to, Scalar::F64, none_or_error);
    let [before, after] = [from, to].map(|path| {
        let file = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        let column = file.metadata().file_metadata().schema_descr().column(SPHERE_COLUMNS.len());
        (column.logical_type_ref().cloned(), column.type_length())
    });
    assert_eq!(before, (Some(LogicalType::_Unknown { field_id: 9 }), 16));
    assert_eq!(after, (None, 16));
}

#[test]
fn a_date_stays_a_date() {
    let folder = folder();
    let (from, to) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    let days = Date64Array::from(vec![Some(0), None, Some(-86_400_000), Some(86_400_000)]);
    // Other writers always write the type so: the file has days, and declares that they were
    // counted in milliseconds.
    let properties = WriterProperties::builder().set_coerce_types(true).build();
    write_parquet(&from, &spheres(4, vec![("day", Arc::new(days))]), properties);
    copy(&from, &to, Scalar::F64, none_or_error);
    for path in [from, to.clone()] {
        let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
        let column = builder.parquet_schema().column(SPHERE_COLUMNS.len());
        assert_eq!((column.name(), column.logical_type_ref()), ("day", Some(&LogicalType::Date)));
    }
    let expected: ArrayRef = Arc::new(Date32Array::from(vec![Some(0), None, Some(-1), Some(1)]));
    assert_eq!(read_parquet(&to).column_by_name("day").unwrap(), &expected);
}

#[test]
fn parquet_columns_become_text_in_csv() {
    let folder = folder();
    let (from, to) = (folder.path().join("in.parquet"), folder.path().join("out.csv"));
    let batch = spheres(9, companions(9));
    write_parquet(&from, &batch, WriterProperties::default());
    copy(&from, &to, Scalar::F64, none_or_error);
    let written = fields(&to);
    for (i, row) in written[1..].iter().enumerate() {
        for (column, text) in batch.columns().iter().zip(&row[..7]) {
            let value: f64 = text.parse().unwrap();
            assert_eq!(value.to_bits(), column.as_primitive::<Float64Type>().value(i).to_bits());
        }
    }
    let row = &written[1 + 5][7..15];
    assert_eq!(
        row,
        [
            "[5, null]",
            "",
            "{a: 5.0, b: b5}",
            "050505050505",
            "1970-01-01T01:00:05.000005+01:00",
            "0.05",
            "5",
            "a text that is not short 5"
        ]
    );
    assert_eq!(written[1][7..15], ["", "", "{a: null, b: null}", "", "", "", "", ""]);
}

// The text of results.

#[test]
fn answers_are_written_to_the_last_bit_and_in_order() {
    let folder = folder();
    let count = 20_000;
    let from = folder.path().join("in.parquet");
    write_parquet(&from, &spheres(count, vec![]), WriterProperties::default());
    type Kind = (Scalar, fn(&mut Random) -> f64, fn(f64) -> String);
    let kinds: [Kind; 2] = [
        (Scalar::F64, Random::float, |x| format!("{x:?}")),
        (Scalar::F32, Random::float32, |x| format!("{:?}", x as f32)),
    ];
    // The table is read as f64 in both cases; only the results are f32.
    for (scalar, float, as_text) in kinds {
        let mut random = Random(3);
        let mut outcomes: Vec<Outcome> = (0..count).map(|_| contact(&mut random, float)).collect();
        outcomes[7] = Outcome::Error("a \"bad\" row, for once".into());
        let edges = EDGES.map(|x| if scalar == Scalar::F32 { f64::from(x as f32) } else { x });
        let [a, b, c, d, e, f, g, h, i] = edges;
        outcomes[8] = Outcome::Contact {
            time: a,
            leg: None,
            center: [b, c, d],
            point: [e, f, g],
            other_point: None,
            normal: Some([h, i, a]),
            item: None,
            feature: MeshFeature { triangle: usize::MAX, feature: Feature::Face }.into(),
        };
        let (table, columnar) = (folder.path().join("out.csv"), folder.path().join("out.parquet"));
        for path in [&table, &columnar] {
            let mut left = outcomes.iter();
            let reader = Reader::open(&from, Scalar::F64).unwrap();
            let mut writer =
                Writer::create(path, &reader, reader.form(), scalar, Question::First).unwrap();
            for batch in reader {
                let batch = batch.unwrap();
                let part: Vec<Outcome> = left.by_ref().take(batch.rows.len()).cloned().collect();
                writer.write(&batch, &part).unwrap();
            }
            writer.finish().unwrap();
        }
        let written = fields(&table);
        let batch = read_parquet(&columnar);
        assert_eq!((written.len(), batch.num_rows()), (count + 1, count));
        for (i, outcome) in outcomes.iter().enumerate() {
            let expected = expected(outcome, as_text);
            let empty: Vec<String> =
                expected.iter().map(|value| value.clone().unwrap_or_default()).collect();
            let text: Vec<String> =
                written[i + 1][7..].iter().map(|text| plain(text, scalar)).collect();
            assert_eq!(text, empty);
            let columns = &batch.columns()[7..];
            let found: Vec<Option<String>> =
                columns.iter().map(|column| cell(column, i, as_text)).collect();
            assert_eq!(found, expected);
        }
    }
}

/// The text that Rust writes for the same number, if the given text has no more digits than that.
/// Otherwise the given text.
///
/// The digits themselves may differ: if two shortest texts are equally near to the number, either
/// may be written.
fn plain(text: &str, scalar: Scalar) -> String {
    let digits = |text: &str| {
        let mantissa = text.split('e').next().unwrap_or_default();
        let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
        digits.trim_matches('0').to_string()
    };
    let parsed = match scalar {
        Scalar::F32 => text.parse().map(|x: f32| (format!("{x:e}"), format!("{x:?}"))),
        Scalar::F64 => text.parse().map(|x: f64| (format!("{x:e}"), format!("{x:?}"))),
    };
    let is_float = text.contains('.') || text.contains('e') || text == "inf";
    match parsed {
        Ok((shortest, plain)) if is_float && digits(text).len() == digits(&shortest).len() => plain,
        _ => text.to_string(),
    }
}

/// A value of a result column in Parquet, as text.
fn cell(column: &ArrayRef, i: usize, text: fn(f64) -> String) -> Option<String> {
    let value = match column.data_type() {
        DataType::Float64 => text(column.as_primitive::<Float64Type>().value(i)),
        DataType::Float32 => text(column.as_primitive::<Float32Type>().value(i).into()),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(i).to_string(),
        _ => column.as_string::<i32>().value(i).to_string(),
    };
    (!column.is_null(i)).then_some(value)
}

#[test]
fn f32_answers_are_f32_columns() {
    let folder = folder();
    let (from, to) =
        (put(&folder, "in.csv", format!("{HEADER}\n")), folder.path().join("out.parquet"));
    copy(&from, &to, Scalar::F32, none_or_error);
    let schema = read_parquet(&to).schema();
    assert_eq!(schema.field_with_name("normal_z").unwrap().data_type(), &DataType::Float32);
    assert_eq!(schema.field_with_name("triangle").unwrap().data_type(), &DataType::UInt64);
}

#[test]
fn a_table_without_rows_gives_one() {
    let folder = folder();
    let from = put(&folder, "in.csv", HEADER);
    let (table, columnar, back) = (
        folder.path().join("out.csv"),
        folder.path().join("out.parquet"),
        folder.path().join("in.parquet"),
    );
    copy(&from, &table, Scalar::F64, none_or_error);
    assert_eq!(
        fs::read_to_string(&table).unwrap(),
        format!("{HEADER},{}\n", ANSWER_COLUMNS.join(","))
    );
    copy(&from, &columnar, Scalar::F64, none_or_error);
    assert_eq!(read_parquet(&columnar).num_rows(), 0);
    write_parquet(&back, &spheres(0, companions(0)), WriterProperties::default());
    assert!(rows(&back).is_empty());
    copy(&back, &table, Scalar::F64, none_or_error);
    assert_eq!(fields(&table).len(), 1);
}

// All or nothing.

#[test]
fn an_unfinished_table_leaves_nothing_and_changes_nothing() {
    let folder = folder();
    for name in ["out.csv", "out.parquet"] {
        let from = put(&folder, "in.csv", format!("{HEADER}\n1,2,3,4,5,6,7\n"));
        let to = folder.path().join(name);
        let write = |finish: bool| {
            let mut reader = Reader::open(&from, Scalar::F64).unwrap();
            let mut writer =
                Writer::create(&to, &reader, reader.form(), Scalar::F64, Question::First).unwrap();
            writer.write(&reader.next().unwrap().unwrap(), &[Outcome::None]).unwrap();
            if finish {
                writer.finish().unwrap()
            }
        };
        let names = || {
            let mut names: Vec<_> = fs::read_dir(folder.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name())
                .collect();
            names.sort();
            names
        };
        write(false);
        assert_eq!(names(), ["in.csv"]);
        fs::write(&to, "what was there before").unwrap();
        write(false);
        assert_eq!(fs::read_to_string(&to).unwrap(), "what was there before");
        assert_eq!(names(), ["in.csv", name]);
        write(true);
        assert_ne!(fs::read(&to).unwrap(), b"what was there before");
        assert_eq!(names(), ["in.csv", name]);
        fs::remove_file(&to).unwrap();
    }
}

#[test]
fn a_table_may_be_written_over_itself() {
    let folder = folder();
    let path = put(&folder, "in.csv", format!("{HEADER}\n1,2,3,4,5,6,7\n"));
    copy(&path, &path, Scalar::F64, none_or_error);
    assert_eq!(fields(&path)[1][..8], ["1", "2", "3", "4", "5", "6", "7", "none"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = folder();
    let from = put(&folder, "in.csv", HEADER);
    let (target, link) = (put(&folder, "target.csv", "old"), folder.path().join("out.csv"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    copy(&from, &link, Scalar::F64, none_or_error);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().starts_with(HEADER));
}

#[test]
fn a_directory_is_not_written_over() {
    let folder = folder();
    let from = put(&folder, "in.csv", HEADER);
    let to = folder.path().join("out.csv");
    fs::create_dir(&to).unwrap();
    let reader = Reader::open(from, Scalar::F64).unwrap();
    let error =
        Writer::create(&to, &reader, reader.form(), Scalar::F64, Question::First).unwrap_err();
    assert!(matches!(error.problem, Problem::NotAFile));
}

#[test]
fn rows_and_outcomes_must_match() {
    let folder = folder();
    let (from, other) = (
        put(&folder, "in.csv", format!("{HEADER}\n1,2,3,4,5,6,7\n")),
        put(&folder, "other.csv", format!("{HEADER},note\n")),
    );
    let mut reader = Reader::open(&from, Scalar::F64).unwrap();
    let batch = reader.next().unwrap().unwrap();
    let mut writer = Writer::create(
        folder.path().join("out.csv"),
        &reader,
        reader.form(),
        Scalar::F64,
        Question::First,
    )
    .unwrap();
    assert!(matches!(writer.write(&batch, &[]).unwrap_err().problem, Problem::Mismatched(_)));
    let other = Reader::open(&other, Scalar::F64).unwrap();
    let mut writer = Writer::create(
        folder.path().join("out.csv"),
        &other,
        other.form(),
        Scalar::F64,
        Question::First,
    )
    .unwrap();
    assert!(matches!(
        writer.write(&batch, &[Outcome::None]).unwrap_err().problem,
        Problem::Mismatched(_)
    ));
}

#[test]
fn tables_can_move_between_threads() {
    fn movable<T: Send>() {}
    movable::<Reader>();
    movable::<Writer>();
    movable::<Batch>();
}

// Broken files.

fn compressions() -> [Compression; 6] {
    let gzip = Compression::GZIP(GzipLevel::default());
    [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::ZSTD(ZstdLevel::default()),
        gzip,
        Compression::LZ4,
        Compression::LZ4_RAW,
    ]
}

#[test]
fn every_compression_is_read() {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    let batch = spheres(300, companions(300));
    for compression in compressions() {
        for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
            let properties = WriterProperties::builder()
                .set_compression(compression)
                .set_writer_version(version);
            write_parquet(&path, &batch, properties.build());
            assert_eq!(batches(&path)[0].columns, batch, "{compression:?} {version:?}");
        }
    }
}

#[test]
fn brotli_is_refused_by_name() {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    write_parquet(&path, &spheres(3, vec![]), WriterProperties::default());
    // In the footer, the codec of a column is field 4 of the column's metadata, behind field 3, the
    // list with the column's name. Here it is 0, for plain pages, and becomes 4, for Brotli, both
    // in zigzag encoding.
    let mut file = fs::read(&path).unwrap();
    let place = file.windows(6).rposition(|bytes| bytes == b"\x18\x02vz\x15\x00").unwrap();
    file[place + 5] = 8;
    fs::write(&path, &file).unwrap();
    assert_eq!(
        refusal(&path).problem.to_string(),
        "is compressed with Brotli, must be with Snappy, Zstandard, gzip or LZ4, or not at all"
    );
}

#[test]
fn pages_that_compress_well_are_not_taken_for_damaged() {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    let zeros: ArrayRef = Arc::new(Float64Array::from(vec![0.0; 300_000]));
    let batch =
        RecordBatch::try_from_iter(HEADER.split(',').map(|name| (name, zeros.clone()))).unwrap();
    for compression in compressions() {
        let properties =
            WriterProperties::builder().set_compression(compression).set_dictionary_enabled(false);
        write_parquet(
            &path,
            &batch,
            properties
                .set_data_page_size_limit(1 << 24)
                .set_data_page_row_count_limit(1 << 24)
                .build(),
        );
        assert_eq!(rows(&path).len(), 300_000, "{compression:?}");
    }
}

#[test]
fn a_parquet_cut_short_is_an_error_at_every_length() {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    write_parquet(&path, &spheres(3, companions(3)), WriterProperties::default());
    let whole = fs::read(&path).unwrap();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        assert!(
            matches!(refusal(&path).problem, Problem::Broken(_)),
            "{length} bytes of {}",
            whole.len()
        );
    }
}

#[test]
fn a_parquet_that_miscounts_its_rows_is_an_error() {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    write_parquet(&path, &spheres(7777, vec![]), WriterProperties::default());
    let mut file = fs::read(&path).unwrap();
    // These bytes are the end of the schema, then the number of rows. Their first occurrence in the
    // footer is this one.
    let count = [0x00, 0x16, 0xc2, 0x79];
    let place = (footer_start(&file)..file.len()).find(|&i| file[i..].starts_with(&count)).unwrap();
    file[place + 3] = 0x78;
    fs::write(&path, &file).unwrap();
    let refusal = refusal(&path).to_string();
    assert!(refusal.ends_with("its footer counts 7713 rows, its row groups 7777"), "{refusal}");
}

/// Sound files with different encodings, which the tests damage.
fn sound_files() -> Vec<Vec<u8>> {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    let batch = spheres(100, companions(100));
    let mut files = Vec::new();
    for (i, compression) in compressions().into_iter().enumerate() {
        let version =
            if i % 2 == 0 { WriterVersion::PARQUET_1_0 } else { WriterVersion::PARQUET_2_0 };
        let properties = WriterProperties::builder()
            .set_compression(compression)
            .set_writer_version(version)
            .set_dictionary_enabled(i % 3 != 1)
            .set_data_page_row_count_limit(40)
            .set_write_batch_size(20);
        write_parquet(&path, &batch, properties.build());
        files.push(fs::read(&path).unwrap());
    }
    files
}

/// Damages a file: changes bytes, flips bits, makes numbers huge, or cuts out or doubles parts.
fn damage(file: &mut Vec<u8>, random: &mut Random) {
    let start = footer_start(file);
    let footer = file.len() - 8 - start;
    for _ in 0..1 + random.below(3) {
        let in_footer = random.below(2) == 0;
        let place = if in_footer { start + random.below(footer) } else { random.below(start) };
        let place = place.min(file.len() - 9);
        match random.below(6) {
            0 => file[place] = random.next() as u8,
            1 | 2 => file[place] ^= 1 << random.below(8),
            3 => {
                let end = (place + HUGE.len()).min(file.len());
                file[place..end].copy_from_slice(&HUGE[..end - place]);
            }
            4 if in_footer => {
                file.splice(place..=place, HUGE);
                set_footer_start(file, start);
            }
            _ => {
                let count = random.below(16);
                let from = random.below(file.len() - 16);
                let bytes = file[from..from + count].to_vec();
                let end = (place + count).min(file.len());
                file[place..end].copy_from_slice(&bytes[..end - place]);
            }
        }
    }
}

/// The largest number of 32 bits, in the encoding of Parquet's headers.
const HUGE: [u8; 5] = [0xfe, 0xff, 0xff, 0xff, 0x0f];

/// A file with a column of bytes, all null, that claims values of a gigabyte each.
fn file_of_wide_rows() -> Vec<u8> {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    // These are the type of a column and then its length, 7777, which occurs nowhere else.
    let (length, wider) =
        ([0x15, 0x0e, 0x15, 0xc2, 0x79], [0x15, 0x0e, 0x15, 0xfe, 0xff, 0xff, 0xff, 0x07]);
    let nulls = FixedSizeBinaryArray::new_null(7777, 100);
    let batch = spheres(100, vec![("bytes", Arc::new(nulls))]);
    let options = ArrowWriterOptions::new().with_skip_arrow_metadata(true);
    let mut writer =
        ArrowWriter::try_new_with_options(File::create(&path).unwrap(), batch.schema(), options)
            .unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    assert_eq!(rows(&path).len(), 100);
    let mut file = fs::read(&path).unwrap();
    let places: Vec<usize> =
        (0..file.len() - length.len()).filter(|&i| file[i..].starts_with(&length)).collect();
    assert_eq!(places.len(), 1);
    let footer = footer_start(&file);
    file.splice(places[0]..places[0] + length.len(), wider);
    set_footer_start(&mut file, footer);
    file
}

/// A file whose last page claims to become two gigabytes.
fn file_of_a_huge_page() -> Vec<u8> {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_dictionary_enabled(false);
    write_parquet(&path, &spheres(100, vec![]), properties.build());
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
    let column = builder.metadata().row_group(0).column(6).clone();
    let start = column.data_page_offset() as usize;
    let mut file = fs::read(&path).unwrap();
    // The header has the kind of the page, its size and its compressed size. Each size takes two
    // bytes.
    let header: Vec<u8> = file[start..start + 8].to_vec();
    assert!(
        matches!(header[..], [0x15, 0, 0x15, a, b, 0x15, c, d] if a & c & 0x80 != 0 && b & 0x80 == 0 && d & 0x80 == 0)
    );
    // The header grows by three bytes, so the page must end three bytes earlier to stay within its
    // column.
    let compressed = (usize::from(header[6] & 0x7f) | usize::from(header[7]) << 7) - 2 * 3;
    let compressed = [compressed as u8 | 0x80, (compressed >> 7) as u8];
    let footer = footer_start(&file);
    file.splice(start..start + 8, [&[0x15, 0, 0x15][..], &HUGE, &[0x15], &compressed].concat());
    set_footer_start(&mut file, footer + 3);
    file
}

fn footer_start(file: &[u8]) -> usize {
    let length: [u8; 4] = file[file.len() - 8..file.len() - 4].try_into().unwrap();
    file.len() - 8 - u32::from_le_bytes(length) as usize
}

fn set_footer_start(file: &mut [u8], start: usize) {
    let end = file.len() - 8;
    file[end..end + 4].copy_from_slice(&((end - start) as u32).to_le_bytes());
}

/// Reads damaged files. The test `damaged_parquet_is_an_error_in_little_memory` runs this in a
/// process of its own.
#[test]
#[ignore = "needs a limit on its memory, which its parent sets"]
fn read_damaged_files() {
    let folder = folder();
    let path = folder.path().join("in.parquet");
    for (file, reason) in [
        (file_of_wide_rows(), "each row would take 1073741879 bytes"),
        (file_of_a_huge_page(), "a page claims a size that it cannot have"),
    ] {
        fs::write(&path, &file).unwrap();
        let refusal = refusal(&path).to_string();
        assert!(refusal.contains(reason), "{refusal}");
    }
    let files = sound_files();
    let mut random = Random(4);
    let (mut refused, mut read) = (0, 0);
    for i in 0..DAMAGED_FILES {
        let mut file = files[i % files.len()].clone();
        damage(&mut file, &mut random);
        fs::write(&path, &file).unwrap();
        let reader = Reader::open(&path, Scalar::F64);
        match reader.and_then(|reader| reader.collect::<Result<Vec<_>, _>>()) {
            Ok(_) => read += 1,
            Err(TableError { problem: Problem::Io(error), .. }) => panic!("{error}"),
            Err(_) => refused += 1,
        }
    }
    println!("{refused} refused, {read} read");
    assert!(refused > read, "the damage must be felt");
}

const DAMAGED_FILES: usize = 6000;

#[cfg(target_os = "linux")]
#[test]
fn damaged_parquet_is_an_error_in_little_memory() {
    let limited = "ulimit -v 1048576; exec \"$0\" --exact read_damaged_files --ignored --nocapture --test-threads 1";
    let program = std::env::current_exe().unwrap();
    let output = Command::new("sh").args(["-c", limited]).arg(program).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    assert!(out.contains("1 passed"), "{out}");
    assert!(!err.contains("panicked"), "a panic was reported: {err}");
}

#[test]
fn damaged_csv_is_read_row_by_row() {
    let folder = folder();
    let path = folder.path().join("in.csv");
    let mut random = Random(5);
    let mut text = format!("{HEADER},note\n");
    for i in 0..50 {
        let values: Vec<String> = (0..7).map(|_| random.float().to_string()).collect();
        text.push_str(&format!("{},\"note, {i}\"\n", values.join(",")));
    }
    let mut bad = 0;
    for _ in 0..3000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..1 + random.below(8) {
            let place = random.below(bytes.len());
            bytes[place] = random.next() as u8;
        }
        bytes.truncate(bytes.len() - random.below(20));
        fs::write(&path, &bytes).unwrap();
        if let Ok(reader) = Reader::open(&path, Scalar::F64) {
            bad += reader.flat_map(|batch| batch.unwrap().rows).filter(Result::is_err).count();
        }
    }
    assert!(bad > 1000, "{bad} bad rows");
}

// Bytes that depend on the rows only.

/// A Parquet of the same rows is the same file for any division into batches.
#[test]
fn the_bytes_do_not_depend_on_the_batches() {
    let folder = folder();
    let from = folder.path().join("in.parquet");
    // The same holds for long rows, of which a chunk has few.
    let texts = |count: usize, length: usize| -> ArrayRef {
        Arc::new(StringArray::from_iter((0..count).map(|i| {
            (!i.is_multiple_of(3))
                .then(|| char::from(b'a' + (i % 26) as u8).to_string().repeat(i % 7 * length))
        })))
    };
    for (count, others) in
        [(50_000, companions(50_000)), (150, vec![("text", texts(150, 1 << 18))])]
    {
        write_parquet(&from, &spheres(count, others), WriterProperties::default());
        let batches = batches(&from);
        let mut random = Random(9);
        let mut write = |pieces: Option<usize>| {
            let to = folder.path().join("out.parquet");
            let reader = Reader::open(&from, Scalar::F64).unwrap();
            let mut writer =
                Writer::create(&to, &reader, reader.form(), Scalar::F64, Question::First).unwrap();
            for Batch { columns, rows } in &batches {
                let mut start = 0;
                while start < rows.len() {
                    let most = rows.len() - start;
                    let length =
                        pieces.map_or(most, |longest| (1 + random.below(longest)).min(most));
                    let piece = Batch {
                        columns: columns.slice(start, length),
                        rows: rows[start..start + length].to_vec(),
                    };
                    let outcomes = vec![Outcome::None; length];
                    writer.write(&piece, &outcomes).unwrap();
                    start += length;
                }
            }
            assert_eq!(writer.row_count(), count as u64);
            writer.finish().unwrap();
            fs::read(to).unwrap()
        };
        let whole = write(None);
        for longest in [1, 100, 1024, 9999] {
            assert!(whole == write(Some(longest)), "{count} rows, {longest} at a time");
        }
    }
}
