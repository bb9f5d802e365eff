/**
 * Parts of a statement that Citus would refuse, or send to all shards: read from PostgreSQL's own parse of it
 * (docs/decisions/0002). A test over collected statements (test/support/collect.ts) and generated/queries.sql.
 */
import { loadModule, parseSync } from 'libpg-query';
import { readMigrations } from '../../src/db/migrations/migration-files.ts';
import { NUMBERED_BY_NODE } from './spanning.ts';

type Node = Readonly<Record<string, unknown>>;

/** Facts about tables and functions. */
export interface Known {
  readonly distributed: ReadonlySet<string>;
  /** Columns whose value PostgreSQL makes where an INSERT leaves them out, and differently each time. */
  readonly volatileDefaults: ReadonlyMap<string, readonly string[]>;
  /** Columns with a time without zone, in any table: values derived from them depend on no session. */
  readonly zoneless: ReadonlySet<string>;
}

/** By their names in pg_proc; all others in use are immutable, or stable and allowed where they stand. */
const VOLATILE = /^(nextval|random|gen_random_uuid|clock_timestamp|timeofday|txid_current|pg_current_xact_id)$/;
const STABLE =
  /^(to_char|to_timestamp|now|extract|date_part|date_trunc|age|timezone|concat|concat_ws|format|row_to_json)$/;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});

/** Every descendant of a node, itself included, except below nodes that `leaveOut` names. */
function* below(value: unknown, leaveOut: (name: string) => boolean = () => false): Generator<readonly [string, Node]> {
  if (!isNode(value)) return;
  for (const [name, one] of Object.entries(value)) {
    if (!isNode(one)) continue;
    if (!Array.isArray(one) && /^[A-Z]/.test(name)) {
      yield [name, one];
      if (leaveOut(name)) continue;
    }
    yield* below(one, leaveOut);
  }
}

const textOf = (value: unknown): string => String(nodeOf(nodeOf(value).String).sval ?? '');
const functionOf = (call: Node): string => textOf(listOf(call.funcname).at(-1));
/** `x at time zone 'UTC'`: of a zone that is written out. */
const isZoned = (value: unknown): boolean => {
  const call = nodeOf(nodeOf(value).FuncCall);
  return functionOf(call) === 'timezone' && isNode(nodeOf(listOf(call.args)[0]).A_Const);
};
const callsOf = (value: unknown, named: RegExp, zoneless: ReadonlySet<string> = new Set()): string[] => {
  const isFixed = (call: Node): boolean =>
    [{ FuncCall: call }, ...listOf(call.args)].some((one) => isZoned(one) || zoneless.has(columnOf(one)?.[1] ?? ''));
  return [...below(value, (name) => name === 'SubLink')].flatMap(([name, node]) => {
    if (name === 'SQLValueFunction') return named.test('now') ? ['current_timestamp'] : [];
    return name === 'FuncCall' && named.test(functionOf(node)) && !isFixed(node) ? [functionOf(node)] : [];
  });
};

/** `t.org_id` as `t` and `org_id`; the alias is empty without one. */
const columnOf = (value: unknown): readonly [alias: string, column: string] | undefined => {
  const reference = nodeOf(value).ColumnRef;
  if (!isNode(reference)) return undefined;
  const fields = listOf(reference.fields).map(textOf);
  return [fields.length > 1 ? (fields.at(-2) ?? '') : '', fields.at(-1) ?? ''];
};

/** Whether it is one organisation: a parameter, or its number written out as a cluster gets it (src/db/pool/connection-capabilities.ts). */
const isOneValue = (value: unknown): boolean => {
  const { ParamRef, A_Const, TypeCast } = nodeOf(value);
  if (isNode(A_Const)) return /^\d+$/.test(textOf({ String: A_Const.sval }));
  return ParamRef !== undefined || (isNode(TypeCast) && isOneValue(TypeCast.arg));
};

/** Conditions that all have to hold. */
const conjuncts = (value: unknown): readonly Node[] => {
  const { BoolExpr } = nodeOf(value);
  if (!isNode(BoolExpr) || BoolExpr.boolop !== 'AND_EXPR') return isNode(value) ? [value] : [];
  return listOf(BoolExpr.args).flatMap(conjuncts);
};

/** The alias whose organisation a condition fixes. */
const fixedBy = (condition: Node): string | undefined => {
  const { A_Expr } = condition;
  if (!isNode(A_Expr) || A_Expr.kind !== 'AEXPR_OP' || textOf(listOf(A_Expr.name)[0]) !== '=') return undefined;
  const { lexpr, rexpr } = A_Expr;
  for (const [column, value] of [
    [columnOf(lexpr), rexpr],
    [columnOf(rexpr), lexpr],
  ] as const)
    if (column?.[1] === 'org_id' && isOneValue(value)) return column[0];
  return undefined;
};

interface Level {
  readonly tables: { readonly alias: string; readonly table: string }[];
  readonly conditions: Node[];
}

/** The tables of one FROM, with the conditions of its joins. */
const gatherFrom = (items: readonly Node[], level: Level): void => {
  for (const { RangeVar, JoinExpr } of items) {
    if (isNode(RangeVar)) {
      const table = String(RangeVar.relname);
      level.tables.push({ alias: String(nodeOf(RangeVar.alias).aliasname ?? table), table });
    }
    if (isNode(JoinExpr)) {
      gatherFrom([nodeOf(JoinExpr.larg), nodeOf(JoinExpr.rarg)], level);
      level.conditions.push(...conjuncts(JoinExpr.quals));
    }
  }
};

const STATEMENTS = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

class Look {
  readonly found = new Set<string>();

  constructor(
    readonly known: Known,
    readonly ctes: ReadonlySet<string>,
  ) {}

  /** One statement, or one query within it. @param outer aliases of the queries around it */
  statement(kind: string, node: Node, outer: readonly string[]): void {
    const level = this.#levelOf(kind, node);
    this.#organisations(level, node);
    if (kind === 'InsertStmt') this.#insert(node);
    this.#values(kind, node, level);
    const around = [...outer, ...level.tables.map(({ alias }) => alias)];
    for (const [name, inner] of below(node, (each) => STATEMENTS.has(each))) {
      if (name === 'SubLink') this.#subquery(inner, around);
      if (STATEMENTS.has(name)) this.statement(name, inner, around);
    }
    // Both sides of a UNION are statements without a node of their own.
    for (const side of [node.larg, node.rarg])
      if (isNode(side) && kind === 'SelectStmt') this.statement(kind, side, outer);
  }

  #levelOf(kind: string, node: Node): Level {
    const level: Level = { tables: [], conditions: [...conjuncts(node.whereClause)] };
    gatherFrom([...listOf(node.fromClause), ...listOf(node.usingClause)], level);
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') gatherFrom([{ RangeVar: node.relation }], level);
    return level;
  }

  #organisations(level: Level, node: Node): void {
    const tables = level.tables.filter(({ table }) => this.known.distributed.has(table) && !this.ctes.has(table));
    const fixed = new Set(level.conditions.map(fixedBy));
    for (const { alias, table } of tables) {
      if (fixed.has(alias) || (fixed.has('') && tables.length === 1)) continue;
      this.found.add(`${table} without org_id = $1`);
      if (listOf(node.lockingClause).length) this.found.add(`FOR UPDATE of ${table} without org_id = $1`);
    }
  }

  #insert(node: Node): void {
    const table = String(nodeOf(node.relation).relname);
    if (!this.known.distributed.has(table)) return;
    const columns = listOf(node.cols).map(({ ResTarget }) => String(nodeOf(ResTarget).name));
    for (const column of this.known.volatileDefaults.get(table) ?? [])
      if (!columns.includes(column) && !NUMBERED_BY_NODE.includes(`${table}.${column}`))
        this.found.add(`INSERT leaves ${table}.${column} to a volatile default`);
    const select = nodeOf(nodeOf(node.selectStmt).SelectStmt);
    const rows = listOf(select.valuesLists);
    if (!rows.length) this.found.add(`INSERT of ${table} without VALUES`);
    for (const { List } of rows) {
      const value = listOf(nodeOf(List).items)[columns.indexOf('org_id')];
      if (!isOneValue(value)) this.found.add(`INSERT of ${table} whose org_id is no parameter`);
    }
    for (const name of callsOf(rows, VOLATILE)) this.found.add(`INSERT of ${table} with ${name}()`);
    const conflict = nodeOf(node.onConflictClause);
    if ([...below(conflict)].some(([name]) => name === 'SubLink')) this.found.add('a subquery in ON CONFLICT');
  }

  #values(kind: string, node: Node, { tables }: Level): void {
    if (kind === 'SelectStmt') return;
    const changed = String(nodeOf(node.relation).relname);
    if (!this.known.distributed.has(changed)) return;
    const returning = node.returningClause ?? node.returningList;
    for (const call of [...callsOf(returning, STABLE, this.known.zoneless), ...callsOf(returning, VOLATILE)])
      this.found.add(`${call}() in RETURNING`);
    if (kind !== 'UpdateStmt' || !tables.length) return;
    for (const name of callsOf(node.targetList, VOLATILE)) this.found.add(`UPDATE of ${changed} with ${name}()`);
  }

  #subquery({ subselect }: Node, around: readonly string[]): void {
    const nodes = [...below(subselect)];
    const cte = nodes.find(([name, node]) => name === 'RangeVar' && this.ctes.has(String(node.relname)));
    if (!cte) return;
    const own = new Set(
      nodes.flatMap(([name, node]) =>
        name === 'RangeVar' ? [String(nodeOf(node.alias).aliasname ?? node.relname)] : [],
      ),
    );
    const isOuter = ([name, node]: readonly [string, Node]) => {
      const [alias = ''] = (name === 'ColumnRef' && columnOf({ ColumnRef: node })) || [];
      return around.includes(alias) && !own.has(alias);
    };
    if (nodes.some(isOuter)) this.found.add(`a correlated subquery over the CTE ${String(cte[1].relname)}`);
  }
}

const parsedOf = (text: string): { readonly stmts?: readonly { readonly stmt: Node }[] } => {
  try {
    return parseSync(text) as { readonly stmts?: readonly { readonly stmt: Node }[] };
  } catch (cause) {
    throw new Error(`PostgreSQL's parser does not read: ${text}`, { cause });
  }
};

/** Faults of a statement on a cluster; none where it goes to one shard, or to no distributed table. */
export const wrongOnCluster = (text: string, known: Known): string[] => {
  const parsed = parsedOf(text);
  const found = (parsed.stmts ?? []).flatMap(({ stmt }) => {
    const ctes = [...below(stmt)].flatMap(([name, node]) => (name === 'CommonTableExpr' ? [String(node.ctename)] : []));
    const look = new Look(known, new Set(ctes));
    for (const [kind, node] of Object.entries(stmt))
      if (STATEMENTS.has(kind) && isNode(node)) look.statement(kind, node, []);
    return [...look.found];
  });
  return [...new Set(found)];
};

/** The tables of the migrations. */
export const readKnown = async (): Promise<Known> => {
  await loadModule();
  const steps = (await readMigrations()).flatMap((migration) => migration.steps);
  const distributed = new Set<string>();
  const volatileDefaults = new Map<string, string[]>();
  const zoneless = new Map<string, boolean>();
  for (const step of steps) {
    if ('place' in step) {
      if (step.place === 'distribute') distributed.add(step.table);
      continue;
    }
    for (const [name, node] of below(parseSync(step.sql))) {
      if (name !== 'CreateStmt') continue;
      const columns = listOf(node.tableElts).flatMap(({ ColumnDef }) => {
        const column = nodeOf(ColumnDef);
        const type = textOf(listOf(nodeOf(column.typeName).names).at(-1));
        zoneless.set(String(column.colname), type === 'timestamp' && zoneless.get(String(column.colname)) !== false);
        return callsOf(column.constraints, VOLATILE).length ? [String(column.colname)] : [];
      });
      volatileDefaults.set(String(nodeOf(node.relation).relname), columns);
    }
  }
  const always = [...zoneless].flatMap(([name, isZoneless]) => (isZoneless ? [name] : []));
  return { distributed, volatileDefaults, zoneless: new Set(always) };
};
