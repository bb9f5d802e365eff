/** The records that an erasure would remove and keep, and records of others to look at. */
import { Text, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { DataTable } from '../../components/table/data-table.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Section } from '../schema/section.ts';
import type { KeptRecord, Preview, PrivacySection, ThirdPerson } from './privacy-query.ts';
import { RecordLink, sectionTitle, useVerdictTexts } from './verdict-text.tsx';

/** A part of the page with its title and an introduction. */
export const Chapter = (props: { name: string; title: string; text?: string; children?: ReactNode }) => {
  const { name, title, text, children } = props;
  return (
    <section aria-labelledby={name}>
      <Title order={2} size="h4" id={name} mb="xs">
        {title}
      </Title>
      {text ? (
        <Text size="sm" mb="sm" maw="46rem">
          {text}
        </Text>
      ) : null}
      {children}
    </section>
  );
};

const SectionTable = ({ sections }: { sections: readonly PrivacySection[] }) => {
  const { t } = useTranslation('privacy');
  const head = [t('column.section'), t('column.records'), t('column.erased'), t('column.kept')];
  return (
    <DataTable label={t('contents')} head={head} minWidth={420}>
      {sections.map(({ section, records, erased, kept }) => (
        <tr key={section}>
          <th scope="row">{sectionTitle(section)}</th>
          <td>{records}</td>
          <td>{erased}</td>
          <td>{kept}</td>
        </tr>
      ))}
    </DataTable>
  );
};

/** Retained records with the same verdict. */
const groupsOf = (records: readonly KeptRecord[]): readonly (readonly KeptRecord[])[] => {
  const groups = new Map<string, KeptRecord[]>();
  for (const record of records) {
    const key = JSON.stringify([record.reason, record.rule, record.erasable_from]);
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups.values()];
};

const KeptTable = (props: { sections: readonly PrivacySection[]; readable: readonly Section[] }) => {
  const { t } = useTranslation('privacy');
  const texts = useVerdictTexts();
  const { sections, readable } = props;
  const head = [t('column.section'), t('column.numbers'), t('column.reason'), t('column.rule'), t('column.from')];
  return (
    <DataTable label={t('kept')} head={head}>
      {sections.flatMap(({ section, kept, kept_records: listed }) =>
        groupsOf(listed).map((records, at) => {
          const [first] = records;
          if (!first) return null;
          return (
            <tr key={`${section} ${first.id}`}>
              <th scope="row">{sectionTitle(section)}</th>
              <td>
                {records.map(({ id }, place) => (
                  <Fragment key={id}>
                    {place ? ', ' : null}
                    <RecordLink section={section} id={id} sections={readable} />
                  </Fragment>
                ))}
                {at === 0 && kept > listed.length ? ` ${t('further', { count: kept - listed.length })}` : null}
              </td>
              <td>{t(`reason.${first.reason}`)}</td>
              <td>{first.rule ? texts.rule(first.rule) : '–'}</td>
              <td>{texts.day(first)}</td>
            </tr>
          );
        }),
      )}
    </DataTable>
  );
};

const ThirdTable = ({ persons, readable }: { persons: readonly ThirdPerson[]; readable: readonly Section[] }) => {
  const { t } = useTranslation('privacy');
  return (
    <DataTable label={t('third')} head={[t('column.record'), t('column.found')]} minWidth={420}>
      {persons.map(({ section, id, reason, owner }) => (
        <tr key={`${reason} ${section} ${id}`}>
          <th scope="row">
            <RecordLink {...(owner ?? { section, id })} sections={readable} named />
          </th>
          <td>
            {t(`found.${reason}`)}
            {owner && reason === 'text' ? ` (${sectionTitle(section)})` : null}
          </td>
        </tr>
      ))}
    </DataTable>
  );
};

/** @param props.sections kinds that the user may read */
export const PreviewTables = ({ preview, sections }: { preview: Preview; sections: readonly Section[] }) => {
  const { t } = useTranslation('privacy');
  const { sections: contents, third_persons: persons, state } = preview;
  const kept = contents.filter(({ kept_records: records }) => records.length);
  // Restricted records have no page.
  const readable = state === 'live' ? sections : [];
  return (
    <>
      <Chapter name="contents" title={t('contents')} text={t('contentsText')}>
        <SectionTable sections={contents} />
      </Chapter>
      {kept.length ? (
        <Chapter name="kept" title={t('kept')} text={t('keptText')}>
          <KeptTable sections={kept} readable={readable} />
        </Chapter>
      ) : null}
      <Chapter name="third" title={t('third')} text={persons.length ? t('thirdText') : t('noThird')}>
        {persons.length ? <ThirdTable persons={persons} readable={sections} /> : null}
      </Chapter>
    </>
  );
};
