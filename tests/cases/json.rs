//! Text in the format of the protocol: the fields in their order, each number in the shortest form
//! that reads back.

/// An object that is being written.
#[derive(Default)]
pub struct Object(String);

impl Object {
    pub fn with(mut self, name: &str, value: impl AsRef<str>) -> Self {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0 += &format!("\"{name}\":{}", value.as_ref());
        self
    }

    /// Adds a field only if it has a value.
    pub fn with_some(self, name: &str, value: Option<String>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub fn text(self) -> String {
        if self.0.is_empty() { "{}".to_string() } else { self.0 + "}" }
    }
}

pub fn array(values: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", values.into_iter().collect::<Vec<_>>().join(","))
}

pub fn string(text: &str) -> String {
    format!("\"{text}\"")
}

/// The format of the numbers of a request and its answer.
#[derive(Clone, Copy)]
pub struct Style {
    pub single: bool,
    /// The number of coordinates of a vector.
    pub dimension: usize,
}

impl Style {
    pub fn number(self, x: f64) -> String {
        if x.is_infinite() {
            return string(if x > 0.0 { "inf" } else { "-inf" });
        }
        let text = if self.single {
            serde_json::to_string(&(x as f32))
        } else {
            serde_json::to_string(&x)
        };
        text.expect("a number can be written")
    }

    pub fn vector(self, v: &[f64; 3]) -> String {
        self.numbers(&v[..self.dimension])
    }

    pub fn numbers(self, numbers: &[f64]) -> String {
        array(numbers.iter().map(|x| self.number(*x)))
    }
}
