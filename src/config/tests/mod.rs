mod files;
mod values;
