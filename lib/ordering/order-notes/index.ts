export { addNote, listNotes, removeNote } from './manage-notes.ts';
export { MAX_CHARACTERS, type OrderNote } from './order-note.ts';
export { noteNotFound, tooManyNotes } from './refusals.ts';
