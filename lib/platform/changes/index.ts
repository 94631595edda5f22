export { CHANGE_KINDS, type ChangeKind, changeNoteEntity } from './change-note.ts';
export { changeWatchEntity, changeWatchers } from './change-watch.ts';
export { changeNotes } from './note-changes.ts';
export { type Changes, readChanges } from './read-changes.ts';
