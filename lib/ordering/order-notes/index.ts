export { addNote, listNotes, removeNote } from './manage-notes.ts';
export { MOST_CHARACTERS, type OrderNote } from './order-note.ts';
export { noteNotFound, tooManyNotes } from './refusals.ts';
