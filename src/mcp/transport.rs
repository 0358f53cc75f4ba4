//! Standard input and output, with an answer to what is no message.
//!
//! The SDK passes over lines that are no JSON. A client that waits for an answer to such a line would wait for ever, so it
//! is told, with the error that JSON-RPC has for it.

use rmcp::RoleServer;
use rmcp::model::ErrorData;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::mpsc;

/// A longer line is no request of ours; the rest of it is passed over.
const MAX_LINE: usize = 4 << 20;
/// Bytes between the check and the SDK.
const PIPE: usize = 64 << 10;

/// The SDK's transport behind a check of every line.
pub(super) struct Checked<W: AsyncWrite> {
    inner: AsyncRwTransport<RoleServer, DuplexStream, W>,
    garbage: mpsc::Receiver<&'static str>,
}

/// One line of input.
enum Line {
    Whole,
    TooLong,
    End,
}

impl<W: AsyncWrite + Unpin + Send + 'static> Checked<W> {
    /// Must be called within a runtime: the check runs as a task of its own.
    pub fn new<R: AsyncRead + Unpin + Send + 'static>((input, output): (R, W)) -> Self {
        let (checked, pipe) = tokio::io::duplex(PIPE);
        let (tell, garbage) = mpsc::channel(16);
        tokio::spawn(check(BufReader::new(input), pipe, tell));
        Self {
            inner: AsyncRwTransport::new(checked, output),
            garbage,
        }
    }
}

impl<W: AsyncWrite + Unpin + Send + 'static> Transport<RoleServer> for Checked<W> {
    type Error = std::io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let why = tokio::select! {
                biased;
                Some(why) = self.garbage.recv() => why,
                message = self.inner.receive() => return message,
            };
            let error = ErrorData::parse_error(why, None);
            self.inner
                .send(TxJsonRpcMessage::<RoleServer>::error(error, None))
                .await
                .ok()?;
        }
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send {
        self.inner.close()
    }
}

/// Passes on the lines that are JSON and tells of those that are not, until the input ends or nobody listens.
async fn check(mut input: impl AsyncBufRead + Unpin, mut pipe: DuplexStream, tell: mpsc::Sender<&'static str>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let why = match read_line(&mut input, &mut line).await {
            Ok(Line::End) | Err(_) => return,
            Ok(Line::TooLong) => Some("the line is longer than 4 MiB"),
            Ok(Line::Whole) if line.trim_ascii().is_empty() => continue,
            Ok(Line::Whole) => match serde_json::from_slice::<serde::de::IgnoredAny>(&line) {
                Ok(_) => None,
                Err(_) => Some("the line is no JSON: each message is one line"),
            },
        };
        let passed = match why {
            Some(why) => tell.send(why).await.is_ok(),
            None => pipe.write_all(&line).await.is_ok(),
        };
        if !passed {
            return;
        }
    }
}

/// Reads one line, its break included (one is added to an unfinished last line), and never more than [`MAX_LINE`] bytes
/// of it into memory.
async fn read_line(input: &mut (impl AsyncBufRead + Unpin), line: &mut Vec<u8>) -> std::io::Result<Line> {
    let mut too_long = false;
    loop {
        let available = input.fill_buf().await?;
        if available.is_empty() {
            if line.is_empty() || too_long {
                return Ok(if too_long { Line::TooLong } else { Line::End });
            }
            line.push(b'\n');
            return Ok(Line::Whole);
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(available.len(), |at| at + 1);
        too_long |= line.len() + taken > MAX_LINE;
        if !too_long {
            line.extend_from_slice(&available[..taken]);
        }
        input.consume(taken);
        if end.is_some() {
            return Ok(if too_long { Line::TooLong } else { Line::Whole });
        }
    }
}
