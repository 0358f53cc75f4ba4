//! The handler that the SDK calls.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, Tool as Declared,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use super::answer;
use super::catalogue::{TOOLS, Tool};
use super::project::{Project, ToolError};

const INSTRUCTIONS: &str = "A map of this code base: symbols, the calls between them, and their source. Ask `explore` \
first, with the task in plain words; it answers with the places to look at and the code itself. Then `callers`, \
`callees` and `node` for single symbols, `search` for names.";

/// One connection.
pub(super) struct Server {
    project: Arc<Project>,
}

impl Server {
    pub fn new(project: Arc<Project>) -> Self {
        Self { project }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = Implementation::new("portolan", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(INSTRUCTIONS.to_owned());
        info
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(
            TOOLS.iter().map(Tool::declared).collect(),
        ))
    }

    fn get_tool(&self, name: &str) -> Option<Declared> {
        Tool::find(name).map(Tool::declared)
    }

    /// What goes wrong in a tool is a result that the caller reads; only an unknown tool is an error of the protocol.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = Tool::find(&request.name) else {
            let known: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
            let text = format!("there is no tool of this name; there are {}", known.join(", "));
            return Err(ErrorData::invalid_params(text, None));
        };
        let project = Arc::clone(&self.project);
        let work = tokio::task::spawn_blocking(move || {
            let arguments = tool.check(request.arguments)?;
            (tool.run)(&project, &arguments)
        });
        let outcome = tokio::select! {
            outcome = work => outcome.unwrap_or_else(|_| Err(ToolError::Arguments(FAULT.to_owned()))),
            () = context.ct.cancelled() => Err(ToolError::Cancelled),
        };
        let result = match outcome {
            Ok(answer) => answer.into_result(),
            Err(error) => answer::refusal(&error.to_string()),
        };
        Ok(result.into())
    }
}

const FAULT: &str =
    "This request met a fault in Portolan and was given up; others are still answered. Please report it.";
