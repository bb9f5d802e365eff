/** Sender and foot of letters, and a letter that shows them. */

import { lettersPdf } from '../../operations/messages/letter-pdf.ts';
import { sampleLetter } from '../../operations/messages/letterhead.ts';
import { changeSettings, readSettings } from '../../operations/org-settings/settings-document.ts';
import { disclosureOf } from '../../shared/disclosure.ts';
import { type Letterhead, letterheadOf } from '../../shared/letterhead.ts';
import { authorOf } from '../request/perform.ts';
import { type CallOf, DONE, type Handlers, type SettingsCall } from '../request/settings-call.ts';

const change = async (here: CallOf<'PATCH /letterhead'>) => {
  const { before: _, ...body } = here.body;
  const set = ({ ...settings }) => ({
    ...settings,
    letterhead: { ...letterheadOf(settings.letterhead), ...(body as Partial<Letterhead>) },
  });
  await changeSettings(here.db, here.session.orgId, set, authorOf(here));
  return DONE;
};

const preview = async ({ db, session, reply, now }: SettingsCall): Promise<undefined> => {
  const { letterhead, disclosure } = await readSettings(db, session.orgId);
  const { language } = disclosureOf(disclosure);
  const content = sampleLetter(letterheadOf(letterhead), session.organisation, language);
  const bytes = Buffer.concat(await (await lettersPdf([content], now())).toArray());
  await reply
    .headers({
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'inline; filename="letter.pdf"',
      'Cache-Control': 'no-store',
    })
    .send(bytes);
};

export const letterhead = {
  'GET /letterhead': async ({ db, session }) => letterheadOf((await readSettings(db, session.orgId)).letterhead),
  'PATCH /letterhead': change,
  'GET /letterhead/preview': preview,
} satisfies Partial<Handlers>;
