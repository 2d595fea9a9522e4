//! The columns of a table.

use arrow_schema::SchemaRef;
#[cfg(feature = "parquet")]
use parquet::schema::types::TypePtr;

/// What a table consists of, beside its rows.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) schema: SchemaRef,
    /// The same as the file has it, if it is a Parquet.
    #[cfg(feature = "parquet")]
    pub(crate) own: Option<TypePtr>,
}

impl Columns {
    /// Those of a table that is no Parquet.
    pub(crate) fn new(schema: SchemaRef) -> Self {
        Self {
            schema,
            #[cfg(feature = "parquet")]
            own: None,
        }
    }
}
