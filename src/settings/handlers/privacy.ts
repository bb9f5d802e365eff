/** Settings of privacy. */
import { type Retention, readRetention, setRetention } from '../../operations/org-settings/retention.ts';
import { previewRetention } from '../../operations/privacy/retention-preview.ts';
import { authorOf, contextFor } from '../request/perform.ts';
import { DONE, type Handlers } from '../request/settings-call.ts';

interface Change {
  readonly rules?: Retention['rules'] | undefined;
  readonly purge_days?: number | undefined;
  readonly disclosure?: Retention['disclosure'] | undefined;
}

/** The members of a change that were sent. */
const sent = ({ rules, purge_days, disclosure }: Change): Partial<Retention> => ({
  ...(rules ? { rules } : {}),
  ...(purge_days === undefined ? {} : { purge_days }),
  ...(disclosure ? { disclosure } : {}),
});

export const privacy = {
  'GET /privacy': ({ db, session }) => readRetention(db, session.orgId),
  'PATCH /privacy': async (here) => {
    await setRetention(here.db, here.session.orgId, sent(here.body), authorOf(here));
    return DONE;
  },
  'POST /privacy/preview': async (here) => previewRetention(await contextFor(here), sent(here.body)),
} satisfies Partial<Handlers>;
