//! Where the files meet: every file's facts together, named, put into their containers and resolved to edges.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::symbols;
use crate::graph::{NodeId, NodeKind, Site};
use crate::lang::Extraction;
use crate::lang::extraction::{DefIx, Owner};
use crate::resolve::{DefId, FileEdges, Manifest, Project, SourceFile};
use crate::store::{NewEdge, NewNode, NewUnresolved};

/// What tells a symbol from the others of its file.
pub(super) type Key = (NodeKind, String, u32);

/// The project with the place of each definition among its file's nodes.
pub(super) struct Linked {
    project: Project,
    paths: Vec<String>,
    extractions: Vec<Arc<Extraction>>,
    by_path: HashMap<String, u32>,
}

/// The edges of one file, with its path.
pub(super) struct References {
    pub path: String,
    pub edges: Vec<NewEdge>,
    pub unresolved: Vec<NewUnresolved>,
}

impl Linked {
    /// `files` by path, so that the result does not depend on who was extracted first.
    pub fn new(files: Vec<(String, Arc<Extraction>)>, manifests: &[Manifest]) -> Self {
        let extractions = files.iter().map(|(_, extraction)| extraction.clone()).collect();
        let paths: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
        let by_path = (0u32..).zip(&paths).map(|(ix, path)| (path.clone(), ix)).collect();
        let sources = files
            .into_iter()
            .map(|(path, extraction)| SourceFile { path, extraction })
            .collect();
        Self {
            project: Project::new(sources, manifests),
            paths,
            extractions,
            by_path,
        }
    }

    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    /// The keys of a file's nodes, in the order of its nodes: the file itself, then its named definitions.
    pub fn keys(&self, path: &str) -> Vec<Key> {
        let Some(&file) = self.by_path.get(path) else {
            return Vec::new();
        };
        let mut ordinals: HashMap<(NodeKind, String), u32> = HashMap::new();
        let defs = self.extractions[file as usize].defs.iter().enumerate();
        defs.filter(|(_, def)| !def.anonymous)
            .map(|(ix, def)| {
                let qualified = self.project.qualified(DefId { file, def: def_ix(ix) });
                let ordinal = ordinals.entry((def.kind, qualified.clone())).or_default();
                *ordinal += 1;
                (def.kind, qualified, *ordinal - 1)
            })
            .collect()
    }

    /// Gives the nodes of a file, as they came out of the extraction, the names that they have in the project.
    pub fn name(&self, path: &str, nodes: &mut [NewNode]) {
        for (node, (_, qualified, ordinal)) in nodes.iter_mut().zip(self.keys(path)) {
            node.qualified = qualified;
            node.ordinal = ordinal;
        }
    }

    /// Symbols that stand apart from their owners (methods of a type in another file, members assigned from outside), with
    /// the container they are in now: their owner, or what is around them in the text while no owner is found.
    pub fn parents(&self, ids: &Ids) -> Vec<(NodeId, NodeId)> {
        let mut parents = Vec::new();
        for (file, extraction) in (0u32..).zip(&self.extractions) {
            let defs = extraction.defs.iter().enumerate().skip(1);
            for (ix, _) in defs.filter(|(_, def)| !def.anonymous && def.owner != Owner::Parent) {
                let id = DefId { file, def: def_ix(ix) };
                let container = self.project.container(id);
                if let (Some(child), Some(parent)) = (ids.get(id), container.and_then(|container| ids.get(container))) {
                    parents.push((child, parent));
                }
            }
        }
        parents
    }

    /// Resolves some files, on the threads of the current pool.
    pub fn resolve(&self, files: std::ops::Range<u32>, ids: &Ids) -> Vec<References> {
        files
            .into_par_iter()
            .map(|file| {
                let FileEdges { edges, unresolved } = self.project.resolve_file(file);
                let edges = edges
                    .into_iter()
                    .filter_map(|edge| {
                        Some(NewEdge {
                            kind: edge.kind,
                            source: ids.get(edge.source)?,
                            target: ids.get(edge.target)?,
                            site: Site {
                                line: edge.line,
                                column: edge.column,
                            },
                            resolution: edge.resolution,
                            confidence: edge.confidence,
                            flags: edge.flags,
                        })
                    })
                    .collect();
                let unresolved = unresolved
                    .into_iter()
                    .filter_map(|reference| {
                        Some(NewUnresolved {
                            kind: reference.kind,
                            source: ids.get(reference.source)?,
                            name: reference.name,
                            reason: reference.reason,
                            library: reference.library,
                            site: Site {
                                line: reference.line,
                                column: reference.column,
                            },
                        })
                    })
                    .collect();
                References {
                    path: self.paths[file as usize].clone(),
                    edges,
                    unresolved,
                }
            })
            .collect()
    }
}

/// The row id of every definition; of an anonymous one, that of the nearest named one around it.
pub(super) struct Ids {
    files: Vec<Vec<NodeId>>,
}

impl Ids {
    /// `nodes` gives the ids of a file's nodes in their order.
    pub fn collect<E>(linked: &Linked, mut nodes: impl FnMut(&str) -> Result<Vec<NodeId>, E>) -> Result<Self, E> {
        let mut files = Vec::with_capacity(linked.paths.len());
        for (path, extraction) in linked.paths.iter().zip(&linked.extractions) {
            let ids = nodes(path)?;
            let places = symbols::places(extraction);
            files.push(places.iter().filter_map(|place| ids.get(*place).copied()).collect());
        }
        Ok(Self { files })
    }

    fn get(&self, id: DefId) -> Option<NodeId> {
        self.files.get(id.file as usize)?.get(id.def.ix()).copied()
    }
}

fn def_ix(ix: usize) -> DefIx {
    DefIx(u32::try_from(ix).unwrap_or(u32::MAX))
}
