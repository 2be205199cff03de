import type { Pool } from 'pg';

/** All objects of the schema `public`, one a row. */
const objects = `
  with relation as (
    select oid, relname, relkind, relpersistence, reloptions, relacl, relrowsecurity, relreplident from pg_class
    where relnamespace = 'public'::regnamespace and relkind <> 'i'
  ), column_text as (
    select attrelid, string_agg(concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
        case when attcollation <> typcollation then 'collate ' || attcollation::regcollation end,
        case when attnotnull then 'not null' end,
        case attgenerated when 's' then 'stored' when 'v' then 'virtual' end,
        case attidentity when 'a' then 'always identity' when 'd' then 'identity' end,
        'default ' || pg_get_expr(adbin, adrelid), attacl::text), ', ' order by attnum) as columns
    from pg_attribute join pg_type on pg_type.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped group by attrelid
  )
  select concat_ws(' ', 'relation', relkind, relpersistence, relname, reloptions::text, relacl::text, relreplident,
      case when relrowsecurity then 'row security' end, '(' || columns || ')') as line
    from relation left join column_text on attrelid = oid where relkind <> 'S'
  union all select concat_ws(' ', 'sequence', relname, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache,
      seqcycle, 'of', deptype, refobjid::regclass, attname)
    from relation join pg_sequence on seqrelid = oid
    left join pg_depend on objid = oid and classid = 'pg_class'::regclass and deptype in ('a', 'i') and refobjsubid > 0
    left join pg_attribute on attrelid = refobjid and attnum = refobjsubid
  union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), case when not indisvalid then 'invalid' end)
    from pg_index join relation on oid = indrelid
    where not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
  union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select concat_ws(' ', 'references to', confrelid::regclass, string_agg(conname, ', ' order by oid))
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' group by confrelid
  union all select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
  union all select concat_ws(' ', 'function', oid::regprocedure, md5(pg_get_functiondef(oid)), proacl::text)
    from pg_proc where pronamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'type', typtype, oid::regtype) from pg_type
    where typnamespace = 'public'::regnamespace and typtype not in ('b', 'c')
  union all select concat_ws(' ', 'extension', extname) from pg_extension
  union all select concat_ws(' ', 'schema', nspname, nspacl::text) from pg_namespace where nspname = 'public'
  union all select concat_ws(' ', 'default privileges', defaclobjtype, defaclacl::text) from pg_default_acl
  union all select concat_ws(' ', 'comment', pg_describe_object(classoid, objoid, objsubid), description)
    from pg_description join relation on oid = objoid and classoid = 'pg_class'::regclass
  union all select 'policy ' || polname from pg_policy
  union all select 'statistics ' || stxname from pg_statistic_ext
  union all select 'event trigger ' || evtname from pg_event_trigger
  union all select 'publication ' || pubname from pg_publication`;

/**
 * Returns the catalogue of the schema `public` as text, one object a line: columns in their order, texts of functions as
 * digests, foreign keys also in the order in which PostgreSQL follows them. Constraints that only say “not null” are left
 * out, because their names follow renamed columns only in a new database.
 */
export async function readCatalogue(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(objects);
  return rows
    .map(({ line }) => `${line.replaceAll(/\s+/g, ' ')}\n`)
    .toSorted()
    .join('');
}
