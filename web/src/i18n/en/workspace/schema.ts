import label from '../../../../../src/model/seed/labels-en.json' with { type: 'json' };
import type { Texts } from '../../texts.ts';

/** Built-in labels of fields and groups, and entries of select lists, by their German text: also those of exports. */
export const schema: Texts['schema'] = { label };
