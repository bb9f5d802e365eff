import { useQueryClient } from '@tanstack/react-query';
import { SESSION_KEY } from '../api/session.ts';

/** Checks the session after a click on a download link, because a browser does not report a failed download. */
export const useDownload = () => {
  const client = useQueryClient();
  return { onClick: () => void client.invalidateQueries({ queryKey: SESSION_KEY }) };
};
