//! The recogniser thread: a loop around [`Worker`], which does what the board has for it.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use super::send;
use crate::pipeline::Message;
use crate::recognise::board::{Board, Work};
use crate::recognise::worker::Worker;

/// Works until the board is closed.
pub(super) fn run(mut worker: Worker, board: &Arc<Board>, pipeline: &SyncSender<Message>) {
    let _leaving = Leaving(Arc::clone(board));
    while let Some(work) = board.take() {
        match work {
            Work::Load(load) => {
                send(pipeline, Message::Loading);
                let model = worker.load();
                board.measured(worker.first_costs());
                let remarks = worker.remarks();
                send(pipeline, Message::Model(load, model));
                remarks.into_iter().for_each(|remark| send(pipeline, Message::Remark(remark)));
            }
            Work::Unload => {
                worker.unload();
                send(pipeline, Message::Unloaded);
            }
            Work::Run(errand) => {
                let done = worker.run(*errand);
                if worker.is_broken() {
                    board.reload();
                }
                if let Some(told) = board.done(done) {
                    send(pipeline, Message::Told(told));
                }
            }
        }
    }
    // With the model, before it is said that nothing is left here.
    drop(worker);
}

/// The end of the thread, whatever it died of.
struct Leaving(Arc<Board>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.leave();
    }
}
