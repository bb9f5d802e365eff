import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Says how many rows a search found to those who do not see the list change while they type. */
export const FoundStatus = ({ word, count }: { word: string; count: number }) => {
  const { t } = useTranslation();
  return <VisuallyHidden role="status">{word ? t('entries', { count }) : null}</VisuallyHidden>;
};
