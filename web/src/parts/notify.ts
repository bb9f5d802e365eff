/** Short messages at the edge of the window. */
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { errorText } from '../i18n/error-text.ts';

const show = (message: string, color: string): void => {
  notifications.show({ message, color, closeButtonProps: { 'aria-label': i18next.t('close') } });
};

/** Something worked. */
export const notify = (message: string): void => show(message, 'teal');

/** Something failed that has no form to show it. */
export const notifyError = (error: unknown): void => show(errorText(error), 'red');
