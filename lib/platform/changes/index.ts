export { CHANGE_KINDS, type ChangeKind, changeNoteEntity } from './change-note.ts';
export { changeWatchers } from './change-watch.ts';
export { changeNotes, type MadeFrom } from './note-changes.ts';
export { type Changes, readChanges } from './read-changes.ts';
