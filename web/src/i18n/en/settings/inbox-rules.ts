import type { Texts } from '../../texts.ts';

export const inboxRules: Texts['inbox-rules'] = {
  title: 'Inbox rules',
  description:
    'What happens when a document with certain words is filed. The inbox shows the rule first, and you can untick it there.',
  add: 'Create a rule',
  edit: 'Edit the rule',
  name: 'Name',
  words: 'Words',
  wordsHint: 'Words or phrases, separated by commas. One of them in the name or text of the document is enough.',
  status: 'Status of the contract',
  statusHint: 'Only for documents that are filed with a contract. Empty: the status stays.',
  task: 'Task',
  taskHint: 'Title of a task for the adviser of the customer. Empty: no task.',
  days: 'Due after days',
  daysHint: 'From today on; on the next working day.',
  on: 'Active',
  off: 'Off',
  removed: '“{{name}}” is deleted.',
  saved: '“{{name}}” is saved.',
  undo: 'Undo',
  empty: 'No rules yet. Create the first one.',
};
