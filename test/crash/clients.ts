/** The clients' process, seen from the one that kills. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromLoad, ToLoad } from './load/messages.ts';

type Told<Name extends FromLoad['tell']> = Extract<FromLoad, { tell: Name }>;

const next = <Name extends FromLoad['tell']>(child: ChildProcess, tell: Name): Promise<Told<Name>> =>
  new Promise((resolve, reject) => {
    const gone = (code: number | null): void => reject(new Error(`The clients ended with ${code}`));
    const listen = (message: FromLoad): void => {
      if (message.tell !== tell) return;
      child.off('message', listen);
      child.off('exit', gone);
      resolve(message as Told<Name>);
    };
    child.on('message', listen);
    child.once('exit', gone);
  });

/** Starts the clients' process; they wait for their work. @param history file that they write */
export const startClients = async (history: string) => {
  const child = fork(fileURLToPath(new URL('load/main.ts', import.meta.url)), [history], {
    execArgv: ['--import', 'tsx'],
  });
  const send = (message: ToLoad): void => void child.send(message);
  const { hook } = await next(child, 'ready');
  return {
    hook,
    send,
    state: (): Promise<Told<'state'>> => {
      const state = next(child, 'state');
      send({ do: 'ask' });
      return state;
    },
    end: async (): Promise<void> => {
      const ended = next(child, 'ended');
      send({ do: 'end' });
      await ended;
    },
    close: (): Promise<void> =>
      new Promise((done) => {
        child.once('exit', () => done());
        if (child.exitCode === null && child.connected) send({ do: 'close' });
        else done();
      }),
  };
};

export type Clients = Awaited<ReturnType<typeof startClients>>;
