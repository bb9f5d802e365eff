import { useQueryClient } from '@tanstack/react-query';
import { SESSION_KEY } from '../api/session.ts';

/** What a link to a file does besides. A browser does not tell the page why no file came: it asks whether its session goes on. */
export const useDownload = () => {
  const client = useQueryClient();
  return { onClick: () => void client.invalidateQueries({ queryKey: SESSION_KEY }) };
};
