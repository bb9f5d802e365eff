/** PATCH of a document's metadata; another folder is a move (rules 7.1, 15.7, 16.5). */
import type { Tx } from '../../db/database.ts';
import { type Changes, eventFamily } from '../../derive/events/record-diff.ts';
import type { Values } from '../../model/declaration/field-shape.ts';
import { prepared } from '../../sql/sql.ts';
import type { Call, OperationResult } from '../call/call.ts';
import { checkPrecondition } from '../call/etag.ts';
import { auditEntry } from '../commit/commit.ts';
import {
  acceptPatch,
  changedAnswer,
  type Locked,
  lockNaming,
  type MoreOfChange,
  writeChange,
} from '../records/update.ts';
import { guardOwner } from './upload-document.ts';

const folderName = async (call: Call, tx: Tx, id: unknown): Promise<string | null> => {
  if (!id) return null;
  const [row] = await tx.run<{ name: string }>(prepared`select name
    from document_folder
    where org_id = ${call.actor.orgId} and id = ${id}`);
  return row?.name ?? null;
};

/** Audit log and events show a move as such; where other fields change with it, their update is shown too. */
const asMove = async (call: Call, tx: Tx, locked: Locked, values: Values): Promise<MoreOfChange> => {
  const move = {
    name: values.name ?? locked.record.name,
    ordner_alt: await folderName(call, tx, locked.record.ordner),
    ordner_neu: await folderName(call, tx, values.ordner),
  };
  const alone = (changes: Changes): boolean => Object.keys(changes).length === 1;
  return {
    of: (changes) => {
      if (alone(changes)) return { audit: { action: 'move', changes: move }, event: { action: 'move' } };
      const { ordner: _told, ...others } = changes;
      return { audit: { action: 'update', changes: others }, secondaryEvent: { action: 'move' } };
    },
    also: (changes) =>
      alone(changes)
        ? []
        : [
            auditEntry(call, {
              section: eventFamily(call.collection.resource),
              recordId: locked.id,
              action: 'move',
              changes: move,
            }),
          ],
  };
};

/** @throws 400 `validation_failed`, with `invalid_reference` for a folder, contract or damage of another contact; 404; 412 */
export const changeDocument = async (call: Call): Promise<OperationResult> => {
  const values = await acceptPatch(call);
  const done = await call.db.transaction(async (tx) => {
    const { locked, keepNamed } = await lockNaming(call, tx, values);
    checkPrecondition(call, locked.printed);
    const { record } = locked;
    await keepNamed();
    const after = { ...record, ...values };
    const moves = values.ordner !== undefined && (values.ordner ?? 0) !== record.ordner;
    const owned = ['kid', 'vid', 'schaden'] as const;
    if (moves || owned.some((name) => values[name] !== undefined && values[name] !== record[name]))
      await guardOwner(call, tx, after);
    return writeChange(call, tx, locked, values, moves ? await asMove(call, tx, locked, values) : {});
  });
  return changedAnswer(done);
};
