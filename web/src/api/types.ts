/** Names for responses of the settings API; the shapes follow from its routes. */
import type { AnswerOf, RouteName } from './client.ts';

export type { MOST_COMPANIES } from '../../../src/settings/routes/catalogues.ts';
export type { OrganisationChoice } from '../../../src/settings/routes/session.ts';

type ListName = {
  [Name in RouteName]: AnswerOf<Name> extends { items: readonly unknown[] } ? Name : never;
}[RouteName];
type Item<Name extends ListName> = AnswerOf<Name>['items'][number];

export type SignedIn = Extract<AnswerOf<'GET /session'>, { signed_in: true }>;
/** `ended`: a session ended without a logout; `sso` is missing until the service was asked again. */
export type Session = SignedIn | { readonly signed_in: false; readonly sso?: boolean; readonly ended?: true };
export type RequiredAction = NonNullable<SignedIn['must']>;
export type Invitation = AnswerOf<'GET /invitations/:secret'>;
export type Account = AnswerOf<'GET /account'>;
export type OrganisationProfile = AnswerOf<'GET /organisation'>;
export type Letterhead = AnswerOf<'GET /letterhead'>;
export type Archive = NonNullable<AnswerOf<'GET /archive'>['archive']>;
export type MailStatus = AnswerOf<'GET /mail'>;
export type OpenSession = Item<'GET /account/sessions'>;
export type TotpSecret = AnswerOf<'POST /account/totp'>;
export type Overview = AnswerOf<'GET /overview'>;
export type Usage = AnswerOf<'GET /usage'>;
export type MinuteCount = Usage['requests'][number];
export type DayCount = Usage['days'][number];
export type RequestRow = Item<'GET /usage/requests'>;
export type Tokens = AnswerOf<'GET /tokens'>;
export type Token = Item<'GET /tokens'>;
export type IssuedToken = AnswerOf<'POST /tokens'>;
export type Webhook = Item<'GET /webhooks'>;
export type WebhookTest = AnswerOf<'POST /webhooks/:id/test'>;
export type Deliveries = AnswerOf<'GET /webhooks/:id/deliveries'>;
export type Delivery = Deliveries['items'][number];
export type Attempt = Delivery['attempts'][number];
export type FieldSettings = AnswerOf<'GET /fields'>;
export type FieldResource = FieldSettings['resources'][number];
export type KindName = FieldSettings['kinds'][number];
export type FieldEntry = FieldResource['fields'][number];
export type List = FieldSettings['lists'][number];
export type ListOption = List['options'][number];
export type Sparte = Item<'GET /sparten'>;
export type RelationTypes = AnswerOf<'GET /relation-types'>;
export type RelationType = RelationTypes['items'][number];
export type BillingCompanies = AnswerOf<'GET /billing-companies'>;
export type Tags = AnswerOf<'GET /tags'>;
export type Tag = Tags['items'][number];
export type Users = AnswerOf<'GET /users'>;
export type User = Users['items'][number];
export type Role = Item<'GET /roles'>;
export type Retention = AnswerOf<'GET /privacy'>;
export type RetentionDue = AnswerOf<'POST /privacy/preview'>;
export type RetentionRule = Retention['rules'][number];
export type FactorRequired = Users['second_factor'];
export type InvitationLink = Omit<AnswerOf<'POST /users'>, 'kid'>;
export type AuditEntry = Item<'GET /audit'>;
