/** The tables of docs/settings-api.md, from the routes of the settings API. */
import { z } from 'zod';

const WORDS = { string: 'text', integer: 'number' };

/** JSON Schema of a value as short words: `{id: number, name: text, until: time or null, roles: [text]}`. */
const shapeOf = (schema) => {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(shapeOf).join(' or ');
  if (schema.prefixItems) return `[${schema.prefixItems.map(shapeOf).join(', ')}]`;
  if (schema.type === 'array') return `[${shapeOf(schema.items)}]`;
  if (schema.properties) {
    const needed = new Set(schema.required);
    const members = Object.entries(schema.properties).map(
      ([name, one]) => `${name}${needed.has(name) ? '' : '?'}: ${shapeOf(one)}`,
    );
    return `{${members.join(', ')}}`;
  }
  if (schema.type === 'object') return `{name: ${shapeOf(schema.additionalProperties)}}`;
  if (schema.format === 'date-time') return 'time';
  const words = [schema.type ?? 'anything'].flat().map((type) => WORDS[type] ?? type);
  return words.join(' or ');
};

const shown = (schema, io) => `\`${shapeOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))}\``;

const queryOf = (query) =>
  Object.entries(query)
    .map(([name, about]) => `\`${name}\`${about && ` (${about})`}`)
    .join(', ');

const answerOf = ({ status, answer }) =>
  `${status ? `${status} ` : ''}${answer ? shown(answer, 'output') : 'the bytes'}`;

/** The path as it is written to people: `/tokens/{id}`. */
const callOf = ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;

const rowOf = (route) => {
  const takes = [route.query && queryOf(route.query), route.body && shown(route.body, 'input')].filter(Boolean);
  return `| ${callOf(route)} | ${takes.join(' ')} | ${answerOf(route)} | ${route.about ?? ''} |`;
};

const groups = [
  ['Without a session', 'anyone'],
  ['Every user', 'user'],
  ['Administrators', 'administrator'],
];

/** Markdown: a table for each who may make a call. */
export const settingsTables = (routes) =>
  groups
    .map(([title, who]) => {
      const rows = routes.filter((route) => route.who === who).map(rowOf);
      return `## ${title}\n\n| call | query or body | answer | |\n|---|---|---|---|\n${rows.join('\n')}\n`;
    })
    .join('\n');
