import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { DetailPage } from '../kit/detail.tsx';
import { type Field, Form, given, type Values } from '../kit/form.tsx';
import { dateTime, words } from '../kit/format.ts';
import type { ListDefinition } from '../kit/list.tsx';
import { ListScreen } from '../kit/list-screen.tsx';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { Badge, Facts, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';

interface Connection extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
  readonly auth: { readonly type: string; readonly username?: string; readonly name?: string };
  readonly methods: readonly string[];
  readonly pathPrefix: string;
  readonly requestFields: readonly string[];
  readonly version: number;
  readonly updatedAt: string;
}

const path = '/v1/connections';

const authName = (type: string) =>
  automationTexts.connections.auths.find(([name]) => name === type)?.[1] ?? words(type);

const definition: ListDefinition<Connection> = {
  id: 'connections',
  title: m.titles.connections,
  source: {
    kind: 'whole',
    path,
    rows: (reply: { connections: readonly Connection[] }) => reply.connections,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/connections/${id}`,
  searchIn: ({ name, origin }) => `${name} ${origin}`,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.3, show: ({ name }) => name },
    {
      id: 'origin',
      label: m.webhooks.url,
      share: 2,
      show: ({ origin, pathPrefix }) => `${origin}${pathPrefix}`,
    },
    {
      id: 'auth',
      label: automationTexts.connections.auth,
      minor: true,
      show: ({ auth }) => authName(auth.type),
    },
    {
      id: 'methods',
      label: automationTexts.connections.methods,
      minor: true,
      show: ({ methods }) => methods.join(', '),
    },
  ],
  empty: {
    icon: 'connections',
    title: automationTexts.connections.empty,
    text: automationTexts.connections.emptyText,
  },
};

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, method] as const);

const authIs =
  (...types: readonly string[]) =>
  ({ authType }: Values) =>
    types.includes(String(authType));

const fields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  {
    name: 'origin',
    label: m.webhooks.url,
    kind: 'url',
    required: true,
    help: automationTexts.connections.originHelp,
  },
  {
    name: 'pathPrefix',
    label: automationTexts.connections.prefix,
    help: automationTexts.connections.prefixHelp,
  },
  {
    name: 'methods',
    label: automationTexts.connections.methods,
    kind: 'choices',
    options: METHODS,
    required: true,
  },
  {
    name: 'authType',
    label: automationTexts.connections.auth,
    kind: 'choice',
    options: automationTexts.connections.auths,
    required: true,
  },
  {
    name: 'auth.token',
    label: automationTexts.connections.token,
    kind: 'password',
    required: true,
    when: authIs('bearer'),
  },
  { name: 'auth.username', label: automationTexts.connections.user, required: true, when: authIs('basic') },
  {
    name: 'auth.password',
    label: automationTexts.connections.password,
    kind: 'password',
    required: true,
    when: authIs('basic'),
  },
  { name: 'auth.name', label: automationTexts.connections.header, required: true, when: authIs('header') },
  {
    name: 'auth.value',
    label: automationTexts.connections.value,
    kind: 'password',
    required: true,
    when: authIs('header'),
  },
  {
    name: 'requestFields',
    label: automationTexts.connections.fields,
    kind: 'list',
    help: automationTexts.connections.fieldsHelp,
    wide: true,
  },
];

/** The body for the values of the form; the sign-in is sent as a whole, because its secrets are never shown. */
function bodyOf(values: Values): Values {
  const { authType, ...rest } = given(values);
  const auth = Object.entries(rest).filter(([name]) => name.startsWith('auth.'));
  const others = Object.entries(rest).filter(([name]) => !name.startsWith('auth.'));
  return {
    ...Object.fromEntries(others),
    ...(authType
      ? {
          auth: {
            type: authType,
            ...Object.fromEntries(auth.map(([name, value]) => [name.slice(5), value])),
          },
        }
      : {}),
  };
}

/** Addresses that workflows and agents may call. */
export function ConnectionsScreen() {
  return (
    <ListScreen
      definition={definition}
      creation={{
        label: automationTexts.connections.create,
        permission: 'WRITE_CONNECTION',
        fields,
        initial: { methods: ['GET'], authType: 'none' },
        create: async (values) =>
          `/connections/${(await change<Connection>('POST', path, bodyOf(values))).id}`,
      }}
    />
  );
}

interface Tested {
  readonly ok: boolean;
  readonly status: number | null;
  readonly stage: string | null;
  readonly reason: string | null;
  readonly durationMs: number;
}

/** One connection, with a test. */
export function ConnectionPage({ params }: { params: Readonly<Record<string, string>> }) {
  const own = `${path}/${encodeURIComponent(params.id ?? '')}`;
  const [tested, setTested] = useState<Tested>();
  return (
    <DetailPage
      live={useLive<Connection>(own)}
      back={['/connections', m.titles.connections]}
      title={({ name }) => name}
      facts={(data) => [
        [m.webhooks.url, data.origin],
        [automationTexts.connections.prefix, data.pathPrefix],
        [automationTexts.connections.methods, data.methods.join(', ')],
        [
          automationTexts.connections.auth,
          [authName(data.auth.type), data.auth.username ?? data.auth.name].filter(Boolean).join(': '),
        ],
        [automationTexts.connections.fields, data.requestFields.join(', ')],
        [m.fields.updated, dateTime(data.updatedAt)],
      ]}
      editing={(data) => ({
        permission: 'WRITE_CONNECTION',
        // A changed sign-in is entered again; left alone, it stays.
        fields: fields.map((field) =>
          field.name === 'authType'
            ? {
                ...field,
                label: automationTexts.connections.newAuth,
                required: false,
                help: automationTexts.connections.newAuthHelp,
              }
            : field,
        ),
        initial: {
          name: data.name,
          origin: data.origin,
          pathPrefix: data.pathPrefix,
          methods: data.methods,
          requestFields: data.requestFields,
        },
        save: (changed) => change('PATCH', own, bodyOf(changed), data.version),
      })}
      removal={{
        permission: 'WRITE_CONNECTION',
        question: automationTexts.connections.removeQuestion,
        run: () => change('DELETE', own),
      }}
    >
      {(data) =>
        can('WRITE_CONNECTION') && (
          <Section title={automationTexts.connections.test}>
            <p class="quiet">{automationTexts.connections.testHelp}</p>
            <Form
              fields={[
                {
                  name: 'method',
                  label: automationTexts.connections.method,
                  kind: 'choice',
                  options: data.methods.map((method) => [method, method] as const),
                  required: true,
                },
                {
                  name: 'path',
                  label: automationTexts.connections.path,
                  help: automationTexts.connections.pathHelp,
                },
              ]}
              initial={{ method: data.methods[0], path: data.pathPrefix }}
              submitLabel={automationTexts.connections.run}
              onSubmit={async (values) =>
                setTested(await change<Tested>('POST', `${own}/test`, given(values)))
              }
            />
            <div aria-live="polite">
              {tested && (
                <Facts
                  facts={[
                    [
                      automationTexts.connections.result,
                      <Badge
                        key="result"
                        value={tested.ok ? 'success' : 'failed'}
                        text={
                          tested.ok ? automationTexts.connections.works : automationTexts.connections.fails
                        }
                      />,
                    ],
                    [automationTexts.connections.answer, tested.status],
                    [automationTexts.connections.stage, tested.stage && words(tested.stage)],
                    [automationTexts.connections.reason, tested.reason],
                    [
                      automationTexts.connections.took,
                      automationTexts.connections.milliseconds(tested.durationMs),
                    ],
                  ]}
                />
              )}
            </div>
          </Section>
        )
      }
    </DetailPage>
  );
}
