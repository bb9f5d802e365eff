import { Button, Group, TextInput } from '@mantine/core';
import { toLocalInput } from '../../components/form/datetime-local.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Days until a token expires, for those who need no certain time. */
const PRESETS = [30, 90, 365] as const;

/** The value of the field some days from now. */
export const afterDays = (days: number): string => toLocalInput(new Date(Date.now() + days * 86_400_000).toISOString());

/** Whether an entered expiry is in the past; an empty one is not. */
export const isPast = (local: string): boolean => local !== '' && Date.parse(local) <= Date.now();

/**
 * Expiry of a token: a time, a number of days from now, or never.
 * @param input props of the form's field @param onPreset receives the value of a preset button
 */
export const TokenEnd = (props: { input: object; description: string; onPreset: (local: string) => void }) => {
  const { input, description, onPreset } = props;
  const { t } = useTranslation('tokens');
  return (
    <>
      <TextInput type="datetime-local" label={t('expires')} description={description} {...input} />
      <Group gap="xs" role="group" aria-label={t('expiresIn')}>
        {PRESETS.map((days) => (
          <Button key={days} size="compact-sm" variant="default" onClick={() => onPreset(afterDays(days))}>
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
