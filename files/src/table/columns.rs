//! The columns of a table.

use arrow_schema::SchemaRef;
#[cfg(feature = "parquet")]
use parquet::schema::types::TypePtr;

/// The columns of a table, without its rows.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) schema: SchemaRef,
    /// The columns in the types of Parquet, if the file is a Parquet.
    #[cfg(feature = "parquet")]
    pub(crate) own: Option<TypePtr>,
}

impl Columns {
    /// The columns of a table that is not a Parquet.
    pub(crate) fn new(schema: SchemaRef) -> Self {
        Self {
            schema,
            #[cfg(feature = "parquet")]
            own: None,
        }
    }
}
