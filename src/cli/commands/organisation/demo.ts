/** `broker-crm demo`: the sample organisation of a first start, for a database that has none. */
import type { Command } from 'commander';
import type { CommandContext } from '../../context/command-context.ts';
import { createDemo } from '../../context/create-demo.ts';

export const register = (program: Command, context: CommandContext): void => {
  program
    .command('demo')
    .description('make an organisation with sample data and print its token and login')
    .action(() =>
      context.withDatabase(async (db) => {
        context.print(
          await createDemo(db, context.config),
          ({ org_id, token, email, password, adviser }) =>
            `organisation ${org_id}\ntoken ${token}\nlogin ${email}\npassword ${password}\n` +
            `adviser ${adviser.email}\npassword ${adviser.password}`,
        );
      }),
    );
};
