//! Questions for a worker; of each kind only the latest waits.

use std::sync::Arc;
use std::thread;

use parking_lot::{Condvar, Mutex};

/// A question that may take the place of an older one.
pub trait Question: Send + 'static {
    /// Whether `newer` makes this one pointless.
    fn is_replaced_by(&self, newer: &Self) -> bool;
}

/// The sending end. Dropping it ends the worker.
pub struct Mailbox<Q> {
    shared: Arc<Shared<Q>>,
}

struct Shared<Q> {
    waiting: Mutex<Waiting<Q>>,
    bell: Condvar,
}

struct Waiting<Q> {
    questions: Vec<Q>,
    closed: bool,
}

/// The worker's end.
pub struct Desk<Q> {
    shared: Arc<Shared<Q>>,
}

impl<Q: Question> Mailbox<Q> {
    /// Starts a worker that answers until the mailbox is dropped.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn spawn(name: &str, work: impl FnOnce(Desk<Q>) + Send + 'static) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            waiting: Mutex::new(Waiting {
                questions: Vec::new(),
                closed: false,
            }),
            bell: Condvar::new(),
        });
        let desk = Desk {
            shared: Arc::clone(&shared),
        };
        thread::Builder::new().name(name.to_owned()).spawn(move || work(desk))?;
        Ok(Self { shared })
    }

    /// Leaves a question; never waits for the worker.
    pub fn post(&self, question: Q) {
        let mut waiting = self.shared.waiting.lock();
        waiting.questions.retain(|older| !older.is_replaced_by(&question));
        waiting.questions.push(question);
        drop(waiting);
        self.shared.bell.notify_one();
    }
}

impl<Q> Drop for Mailbox<Q> {
    fn drop(&mut self) {
        self.shared.waiting.lock().closed = true;
        self.shared.bell.notify_one();
    }
}

impl<Q: Question> Desk<Q> {
    /// Waits for the next question; `None` when there will be none.
    pub fn next(&self) -> Option<Q> {
        let mut waiting = self.shared.waiting.lock();
        loop {
            if waiting.closed {
                return None;
            }
            if !waiting.questions.is_empty() {
                return Some(waiting.questions.remove(0));
            }
            self.shared.bell.wait(&mut waiting);
        }
    }

    /// Whether the present question is still worth an answer: nothing has come that replaces it.
    pub fn still_wanted(&self, question: &Q) -> bool {
        let waiting = self.shared.waiting.lock();
        !waiting.closed && !waiting.questions.iter().any(|newer| question.is_replaced_by(newer))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[derive(Debug, PartialEq)]
    struct Ask(&'static str, u32);

    impl Question for Ask {
        fn is_replaced_by(&self, newer: &Self) -> bool {
            self.0 == newer.0
        }
    }

    #[test]
    fn only_the_latest_of_each_kind_waits() {
        let (answers, answered) = mpsc::channel();
        let (begin, begun) = mpsc::channel::<()>();
        let mailbox = Mailbox::spawn("test", move |desk| {
            begun.recv().expect("begun");
            while let Some(question) = desk.next() {
                answers.send(question).expect("heard");
            }
        })
        .expect("a thread");
        for number in 0..100 {
            mailbox.post(Ask("a", number));
        }
        mailbox.post(Ask("b", 1));
        begin.send(()).expect("the worker waits");
        assert_eq!(answered.recv(), Ok(Ask("a", 99)));
        assert_eq!(answered.recv(), Ok(Ask("b", 1)));
        drop(mailbox);
        assert!(answered.recv().is_err(), "the worker ends with its mailbox");
    }
}
