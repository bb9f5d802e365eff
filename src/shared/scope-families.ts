/**
 * Families of scopes and their actions: `v3:<family>:<action>` (rules 11); search is only read, the inbox only written.
 */
export const scopeFamilies = {
  customers: ['read', 'write'],
  contracts: ['read', 'write'],
  damages: ['read', 'write'],
  finances: ['read', 'write'],
  goals: ['read', 'write'],
  documents: ['read', 'write'],
  activities: ['read', 'write'],
  products: ['read', 'write'],
  users: ['read', 'write'],
  search: ['read'],
  system: ['read', 'write'],
  views: ['read', 'write'],
  messages: ['read', 'write'],
  inbox: ['write'],
  imports: ['read', 'write'],
  exports: ['read', 'write'],
  privacy: ['read', 'write'],
  webhooks: ['read', 'write'],
} as const satisfies Readonly<Record<string, readonly ('read' | 'write')[]>>;
