/** What the settings API answers. */

/** Change a temporary password; set up a second factor that the organisation requires. */
export type Duty = 'password' | 'factor';

export interface SignedIn {
  readonly signed_in: true;
  readonly csrf: string;
  /** What has to be done before anything else. */
  readonly must: Duty | null;
  readonly user: {
    readonly kid: number;
    readonly name: string;
    readonly email: string;
    readonly rolle: string;
    readonly administrator: boolean;
    readonly totp: boolean;
  };
  readonly organisation: { readonly org_id: number; readonly name: string; readonly time_zone: string };
}
/** `ended`: somebody was signed in and did not sign out. */
export type Session = SignedIn | { readonly signed_in: false; readonly ended?: boolean };

/** Organisations to choose from, when an address fits several. */
export interface OrganisationChoice {
  readonly org_id: number;
  readonly name: string;
}

export interface Invitation {
  readonly kind: 'invitation' | 'reset';
  readonly email: string;
  readonly name: string;
  readonly organisation: string;
  readonly expires_at: string;
}

export interface Account {
  readonly kid: number;
  readonly email: string;
  readonly name: string;
  readonly rolle: string;
  readonly totp: boolean;
  /** How many are left. */
  readonly recovery_codes: number;
  readonly letzter_login: string | null;
  readonly password_changed_at: string | null;
  readonly sessions: number;
}

/** A browser that is signed in. */
export interface OpenSession {
  readonly id: string;
  readonly created_at: string;
  readonly used_at: string;
  readonly address: string | null;
  readonly browser: string | null;
  /** The one that asks. */
  readonly current: boolean;
}

export interface Overview {
  readonly customers: number;
  readonly contracts: number;
  readonly documents: number;
  readonly inbox: number;
  readonly users: { readonly active: number; readonly licensed: number; readonly licenses: number | null };
  readonly tokens: number;
  readonly webhooks: { readonly active: number; readonly off_by_failure: number };
}

export interface ScopeFamily {
  readonly name: string;
  readonly actions: readonly string[];
}

export interface Token {
  readonly token_id: number;
  readonly name: string;
  readonly user_kid: number;
  readonly user_name: string;
  readonly scopes: readonly string[];
  readonly addresses: readonly string[];
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
}
export interface IssuedToken {
  readonly token_id: number;
  readonly token: string;
}

export interface Webhook {
  readonly webhook_id: number;
  readonly url: string;
  readonly method: string;
  readonly content_type: 'json' | 'form';
  readonly headers: Readonly<Record<string, string>>;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly released: boolean;
  readonly colour: 'red' | 'yellow' | 'green';
  readonly last_test: { readonly ok: boolean; readonly at: string } | null;
  readonly switched_off_because: string | null;
}
export interface WebhookTest {
  readonly ok: boolean;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly truncated: boolean;
  };
  readonly error?: { readonly code: string; readonly message: string };
  readonly duration_ms: number;
}
export interface Attempt {
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly excerpt: string | null;
}
export interface Delivery {
  readonly delivery_id: number;
  readonly request_id: string;
  readonly event_name: string;
  readonly at: string;
  readonly state: string;
  readonly attempts: readonly Attempt[];
  readonly next_attempt_at: string | null;
}

export interface FieldEntry {
  readonly name: string;
  readonly label: string;
  readonly kind: string;
  readonly list: string | null;
  readonly custom: boolean;
  readonly sparte: number | string | null;
}
export interface ListOption {
  readonly value: string | number;
  readonly display: string;
}
export interface FieldSettings {
  readonly kinds: readonly string[];
  readonly resources: readonly {
    readonly path: string;
    readonly title: string;
    readonly per_sparte: boolean;
    readonly fields: readonly FieldEntry[];
  }[];
  readonly lists: readonly {
    readonly name: string;
    readonly numeric: boolean;
    readonly own: boolean;
    readonly fixed: boolean;
    readonly options: readonly ListOption[];
  }[];
}
export interface FieldPreview {
  readonly fields: unknown;
  readonly select_fields: unknown;
}

export interface Sparte {
  readonly id: number;
  readonly sparte: string;
  readonly bereich: string;
  readonly name: string;
  readonly steuersatz: string | number | null;
  readonly kuendigungsfrist: string | number | null;
  readonly active: boolean;
  readonly contracts: number;
}

export interface RelationType {
  readonly id: number;
  readonly name: string;
  readonly anrede: string | null;
  readonly kreis: number;
  readonly parent_id: number | null;
  readonly own: boolean;
  readonly relations: number;
}
export interface RelationTypes {
  readonly items: readonly RelationType[];
  readonly folders: readonly { readonly id: number; readonly name: string }[];
  readonly pairs: readonly { readonly beziehung: number; readonly reverse_beziehung: number }[];
}

export interface BillingCompanies {
  readonly main: string;
  readonly items: readonly { readonly id: number; readonly name: string; readonly contracts: number }[];
}

export interface Tag {
  readonly id: number;
  readonly tag: string;
  readonly freigabe: number;
  readonly kid: number | null;
  readonly user_name: string | null;
  readonly insert_datum: string;
  readonly uses: number;
}

export interface User {
  readonly kid: number;
  readonly vorname: string | null;
  readonly name: string;
  readonly email: string;
  readonly rolle: string | null;
  readonly lizenz: boolean;
  readonly lizenz_typ: string | null;
  readonly aktiv: boolean;
  readonly letzter_login: string | null;
  readonly has_password: boolean;
  readonly totp: boolean;
  readonly sessions: number;
  readonly invited_until: string | null;
}
export type FactorRequired = 'nobody' | 'administrators' | 'everybody';
export interface Users {
  readonly items: readonly User[];
  readonly roles: readonly ListOption[];
  readonly licence_types: readonly ListOption[];
  /** Whose second factor the organisation requires. */
  readonly second_factor: FactorRequired;
  readonly licences: { readonly used: number; readonly limit: number | null };
}
export interface InvitationLink {
  readonly link: string;
  readonly expires_at: string;
  readonly mailed: boolean;
}

export interface MinuteCount {
  readonly minute: string;
  readonly used: number;
}
export interface Usage {
  readonly plan: {
    readonly api_requests_per_minute: number | null;
    readonly webhook_deliveries_per_minute: number | null;
    readonly licenses: number | null;
  };
  readonly requests: readonly MinuteCount[];
  readonly deliveries: readonly MinuteCount[];
  readonly licences: { readonly used: number; readonly limit: number | null };
  readonly storage: { readonly documents: number; readonly bytes: number };
}

export interface InboxItem {
  readonly id: number;
  readonly name: string;
  readonly extension: string | null;
  readonly size: number;
  readonly datum: string | null;
  readonly betreff: string | null;
  readonly absender: string | null;
  readonly kid: number | null;
  readonly kid_name: string | null;
  readonly vid: number | null;
  readonly schaden: number | null;
  readonly insert_datum: string;
}

export interface RecordHit {
  readonly id: number;
  readonly title: string;
  readonly subtitle: string | null;
}

export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly action: string;
  readonly section: string;
  readonly record_id: number | string | null;
  readonly owner_section: string | null;
  readonly owner_id: number | string | null;
  readonly user_kid: number | null;
  readonly user_name: string | null;
  readonly token_id: number | null;
  readonly token_name: string | null;
  readonly request_id: string | null;
  /** 'command' for what an operator did by command. */
  readonly via: string | null;
  readonly security: boolean;
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

export interface Items<T> {
  readonly items: readonly T[];
}
/** A page of a long list; `next` goes into `before` of the next call. */
export interface Piece<T> extends Items<T> {
  readonly next: number | null;
}
