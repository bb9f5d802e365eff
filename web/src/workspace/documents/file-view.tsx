/** The file of a document: a preview, and the way to the file itself. */
import { Alert, Button } from '@mantine/core';
import { IconDownload, IconFileOff } from '@tabler/icons-react';
import type { Row } from '../../api/v3.ts';
import { FileFrame } from '../../components/file-frame.tsx';
import { useDownload } from '../../hooks/use-download.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MessageState } from '../messages/message-state.tsx';
import { Block } from '../schema/facts.tsx';
import { MailView } from './mail-view.tsx';

/** File types that a browser shows without running code; the service sends them sandboxed. */
const IMAGES = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp']);
const FRAMED = new Set(['pdf', 'txt', 'csv', 'md']);

export const FileView = ({ path, row }: { path: string; row: Row }) => {
  const { t } = useTranslation('records');
  const download = useDownload();
  const name = String(row.name ?? '');
  const ending = String(row.extension ?? '').toLowerCase();
  const address = `/v3${path}/content`;
  const file = () => {
    if (IMAGES.has(ending)) return <img src={address} alt={name} className="file-image" />;
    if (FRAMED.has(ending)) return <FileFrame address={address} name={name} />;
    if (ending === 'eml')
      return (
        <>
          <MessageState row={row} />
          <MailView address={address} size={Number(row.size)} name={name} />
        </>
      );
    return (
      <Alert color="blue" icon={<IconFileOff aria-hidden />}>
        {t('noPreview')}
      </Alert>
    );
  };
  return (
    <Block
      title={t('preview')}
      actions={
        <Button
          component="a"
          size="compact-sm"
          href={`/v3${path}/download`}
          download={name}
          leftSection={<IconDownload size={14} aria-hidden />}
          {...download}
        >
          {t('download')}
        </Button>
      }
    >
      {file()}
    </Block>
  );
};
