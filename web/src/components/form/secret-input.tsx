import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

/** A password field whose eye is reachable and named. */
export const SecretInput = (props: PasswordInputProps) => {
  const { t } = useTranslation();
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
      required
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  );
};
