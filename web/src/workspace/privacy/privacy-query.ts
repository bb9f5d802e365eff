/** Queries of the data on a customer, the effect of an erasure, and its progress (docs/privacy.md). */
import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, call, isMissing } from '../../api/v3.ts';

const PRIVACY = '/v3/customers/:kid/privacy';

export type Preview = AnswerOf<'GET /v3/customers/:kid/privacy'>;
export type Erasure = AnswerOf<'GET /v3/customers/:kid/privacy/erasure'>;
export type Hold = NonNullable<Preview['hold']>;
export type PrivacySection = Preview['sections'][number];
export type KeptRecord = PrivacySection['kept_records'][number];
/** Why a record is retained. */
export type Verdict = Omit<KeptRecord, 'id'>;
export type RetentionRule = NonNullable<Verdict['rule']>;
export type ThirdPerson = Preview['third_persons'][number];

/** The privacy of a customer; without a preview while an erasure runs, and when nothing is left. */
export interface Privacy {
  readonly preview: Preview | null;
  readonly erasure: Erasure | null;
}

export const privacyKey = (kid: number) => ['v3', 'customers', 'privacy', kid];

/** Milliseconds between two looks at an erasure that runs. */
const POLL_MS = 1000;

const readErasure = (kid: number) => call(`GET ${PRIVACY}/erasure`, { kid });

/** The preview, or the ledger where nothing of the customer is left. @throws ApiError of the preview where there is neither */
const readPreview = async (kid: number): Promise<Privacy> => {
  try {
    const preview = await call(`GET ${PRIVACY}`, { kid });
    const running = preview.erasure?.state === 'running';
    return { preview: running ? null : preview, erasure: preview.erasure };
  } catch (error) {
    if (!isMissing(error)) throw error;
    const erasure = await readErasure(kid).catch(() => {
      throw error;
    });
    return { preview: null, erasure };
  }
};

/** The privacy of a customer, again and again while an erasure runs. */
export const privacyQuery = (kid: number) =>
  queryOptions({
    queryKey: privacyKey(kid),
    queryFn: async ({ client, queryKey }): Promise<Privacy> => {
      if (client.getQueryData<Privacy>(queryKey)?.erasure?.state === 'running') {
        const erasure = await readErasure(kid);
        if (erasure.state !== 'restricted') return { preview: null, erasure };
      }
      return readPreview(kid);
    },
    refetchInterval: ({ state }) => (state.data?.erasure?.state === 'running' ? POLL_MS : false),
  });
