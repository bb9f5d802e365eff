import { Button, Group, TextInput } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toLocalInput } from '../../parts/local-time.ts';

/** Days until a token expires, for those who need no certain time. */
const PRESETS = [30, 90, 365] as const;

/** Whether an end that was entered lies behind us; none does not. */
export const isPast = (local: string): boolean => local !== '' && Date.parse(local) <= Date.now();

/**
 * When a token ends: a time, so many days from now, or never.
 * @param input what the form knows of the field @param onPreset takes what a button stands for, as the field holds it
 */
export const TokenEnd = (props: { input: object; description: string; onPreset: (local: string) => void }) => {
  const { input, description, onPreset } = props;
  const { t } = useTranslation('tokens');
  const after = (days: number) => toLocalInput(new Date(Date.now() + days * 86_400_000).toISOString());
  return (
    <>
      <TextInput type="datetime-local" label={t('expires')} description={description} {...input} />
      <Group gap="xs" role="group" aria-label={t('expiresIn')}>
        {PRESETS.map((days) => (
          <Button key={days} size="compact-sm" variant="default" onClick={() => onPreset(after(days))}>
            {t('days', { count: days })}
          </Button>
        ))}
        <Button size="compact-sm" variant="default" onClick={() => onPreset('')}>
          {t('unlimited')}
        </Button>
      </Group>
    </>
  );
};
