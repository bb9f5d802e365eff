/** Queries of the data on a customer, the effect of an erasure, and its progress (docs/privacy.md). */
import { queryOptions } from '@tanstack/react-query';
import { isMissing, readV3 } from '../../api/v3.ts';

/** A retention rule of the organisation. */
export interface RetentionRule {
  readonly section: string;
  readonly years: number;
  readonly from: 'end_of_year' | 'date';
  readonly basis: string;
}

/** Why a record is retained. */
export interface Verdict {
  readonly rule: RetentionRule | null;
  readonly reason: 'rule' | 'not_ended' | 'belongs_to_kept' | 'names_kept';
  /** The first day on which nothing keeps it; null where that is not known yet. */
  readonly erasable_from: string | null;
}

export interface KeptRecord extends Verdict {
  readonly id: number;
}

export interface PrivacySection {
  readonly section: string;
  readonly records: number;
  readonly erased: number;
  readonly kept: number;
  /** The first hundred. */
  readonly kept_records: readonly KeptRecord[];
}

interface RecordName {
  readonly section: string;
  readonly id: number;
}

/** A record about the person that an erasure does not change. */
export interface ThirdPerson extends RecordName {
  readonly reason: 'relation' | 'insured_person' | 'text';
  readonly owner?: RecordName;
}

export interface Hold {
  readonly until: string | null;
  readonly reason: string;
  readonly created_at: string;
}

export interface Erasure {
  readonly id: number;
  readonly state: 'running' | 'restricted' | 'done';
  readonly created_at: string;
  readonly due: string | null;
  readonly done_at: string | null;
  readonly erased: Readonly<Record<string, number>>;
}

export interface Preview {
  readonly kid: number;
  readonly state: 'live' | 'deleted' | 'restricted';
  readonly erasable: boolean;
  readonly hold: Hold | null;
  readonly due: string | null;
  readonly sections: readonly PrivacySection[];
  readonly third_persons: readonly ThirdPerson[];
  readonly erasure: Erasure | null;
}

/** The privacy of a customer; without a preview while an erasure runs, and when nothing is left. */
export interface Privacy {
  readonly preview: Preview | null;
  readonly erasure: Erasure | null;
}

/** The address of the calls of privacy. */
export const privacyPath = (kid: number): string => `/customers/${kid}/privacy`;

export const privacyKey = (kid: number) => ['v3', 'customers', 'privacy', kid];

/** Milliseconds between two looks at an erasure that runs. */
const POLL_MS = 1000;

const readErasure = (kid: number) => readV3<Erasure>(`${privacyPath(kid)}/erasure`);

/** The preview, or the ledger where nothing of the customer is left. @throws ApiError of the preview where there is neither */
const readPreview = async (kid: number): Promise<Privacy> => {
  try {
    const preview = await readV3<Preview>(privacyPath(kid));
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
