/** The folder of a document as one of the folders of its contact, in place of a number. */
import { useMemo } from 'react';
import type { Names, Row } from '../../api/v3.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Schema } from '../schema/schema.ts';
import type { Section } from '../schema/section.ts';
import { CONTACTS, FOLDER, NONE, useFolders } from './folders.tsx';

/**
 * @param names those of the record, which say of what kind its contact is
 * @returns the schema with the folders as options; the schema itself for other kinds of records
 */
export const useFolderChoice = (
  { content }: Section,
  schema: Schema | undefined,
  row: Row | undefined,
  names: Names | undefined,
): Schema | undefined => {
  const { t } = useTranslation('records');
  const kid = String(row?.kid);
  const owner = content ? CONTACTS.find((kind) => names?.[kind]?.[kid]) : undefined;
  const folders = useFolders(owner ? `/${owner}/${kid}/documents` : '');
  return useMemo(() => {
    const field = schema?.fields.get(FOLDER);
    if (!schema || !field || !folders) return schema;
    const options = [{ id: NONE, name: t('noFolder') }, ...folders].map(({ id, name }) => ({
      value: id,
      display: name,
      stored: name,
    }));
    return { ...schema, fields: new Map([...schema.fields, [FOLDER, { ...field, kind: 'select', options }]]) };
  }, [schema, folders, t]);
};
