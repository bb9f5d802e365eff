/** What records are called to people; a kind that is missing here shows its machine name. */
import type { Texts } from '../texts.ts';

export const resources: Texts['resources'] = {
  name: {
    customers: 'Customers',
    products: 'Product partners',
    users: 'Users',
    addresses: 'Addresses',
    contacts: 'Contact data',
    banking: 'Bank accounts',
    numbers: 'Numbers',
    identity: 'Identity documents',
    jobs: 'Jobs',
    contracts: 'Contracts',
    persons: 'Contract persons',
    tariffs: 'Tariffs',
    damages: 'Damages',
    documents: 'Documents',
    folders: 'Folders',
    inbox: 'Inbox',
    activities: 'Activities',
    finances: 'Finances',
    goals: 'Goals',
    'contact-persons': 'Contact persons',
    portals: 'Portals',
    tags: 'Tags',
    comments: 'Comments',
    followers: 'Followers',
    'tag-assignments': 'Tag assignments',
    links: 'Links',
    relations: 'Relations',
  },
};
