import { Card, Checkbox, Title } from '@mantine/core';
import { setSingleKeys, useSingleKeys } from '../../hooks/single-keys.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Turns commands of a single character off, for people who press them by chance or by speech (WCAG 2.1.4). */
export const KeyboardCard = () => {
  const { t } = useTranslation('account');
  const on = useSingleKeys();
  return (
    <Card withBorder component="section" padding="lg">
      <Title order={2} size="h4" mb="xs">
        {t('keyboard')}
      </Title>
      <Checkbox
        label={t('singleKeys')}
        description={t('singleKeysText')}
        checked={on}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Card>
  );
};
