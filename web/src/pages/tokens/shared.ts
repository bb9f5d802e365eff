import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** What scopes there are. */
export const useScopes = () =>
  useQuery({ queryKey: ['scopes'], queryFn: () => api('GET /scopes'), staleTime: Number.POSITIVE_INFINITY });
