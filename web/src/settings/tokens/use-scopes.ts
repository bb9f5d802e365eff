import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The known scopes; requested where they are `needed`. */
export const useScopes = (needed = true) =>
  useQuery({
    queryKey: ['scopes'],
    queryFn: () => api('GET /scopes'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: needed,
  });
