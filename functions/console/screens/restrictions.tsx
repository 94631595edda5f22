import { useMemo, useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { DetailPage } from '../kit/detail.tsx';
import { type Field, Form, given } from '../kit/form.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import type { MapArea, Position } from '../kit/map-shapes.ts';
import { can } from '../kit/me.ts';
import { closed, PolygonInput } from '../kit/polygon-input.tsx';
import { go } from '../kit/router.ts';
import { ActionButton, Button, EmptyState, PageHead, Section, toast } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { placesTexts } from '../texts/texts.ts';
import { WorkMap } from './work-map.tsx';

interface Restriction {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Corners with their longitude first. */
  readonly polygons: readonly (readonly Position[])[];
  readonly optimization_strategy_ids: readonly string[];
}

const path = '/v1/route-restrictions';

const COLOR = '#d55e00';

const definition: ListDefinition<Restriction> = {
  id: 'restrictions',
  title: m.titles.restrictions,
  source: {
    kind: 'whole',
    path,
    rows: (reply: { route_restrictions: readonly Restriction[] }) => reply.route_restrictions,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/restrictions/${id}`,
  searchIn: ({ name, description }) => `${name} ${description ?? ''}`,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.3, show: ({ name }) => name },
    {
      id: 'strategies',
      label: m.titles.planning,
      share: 1.4,
      show: ({ optimization_strategy_ids: ids }) => <Strategies ids={ids} />,
    },
    {
      id: 'description',
      label: m.fields.description,
      share: 2,
      minor: true,
      show: ({ description }) => description ?? m.none,
    },
  ],
  empty: {
    icon: 'restrictions',
    title: placesTexts.restrictions.empty,
    text: placesTexts.restrictions.emptyText,
  },
};

function Strategies({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return <>{placesTexts.restrictions.unused}</>;
  return (
    <>
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Named from="planningStrategies" id={id} />
        </span>
      ))}
    </>
  );
}

/** Areas that planned routes keep out of. */
export function RestrictionsScreen() {
  const all = useLive<{ readonly route_restrictions: readonly Restriction[] }>(path, {}, 5_000);
  const areas = useMemo(() => areasOf(all.data?.route_restrictions ?? []), [all.data]);
  return (
    <ListPage
      definition={definition}
      actions={
        can('WRITE_OPTIMIZATION') && (
          <Button kind="primary" icon="plus" onClick={() => go('/restrictions/new')}>
            {placesTexts.restrictions.create}
          </Button>
        )
      }
      above={
        areas.length > 0 && (
          <WorkMap
            label={placesTexts.restrictions.map}
            areas={areas}
            height="300px"
            onPick={(id) => go(`/restrictions/${id.split(' ')[0]}`)}
          />
        )
      }
    />
  );
}

const fields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  { name: 'description', label: m.fields.description, wide: true },
];

/** Draws a new restriction. */
export function NewRestrictionPage() {
  const [corners, setCorners] = useState<readonly Position[]>([]);
  return (
    <div class="detail">
      <PageHead back={['/restrictions', m.titles.restrictions]} title={placesTexts.restrictions.create} />
      <div class="columns">
        <Section title={placesTexts.zones.draw}>
          <PolygonInput map={WorkMap} corners={corners} onChange={setCorners} />
        </Section>
        <Section title={m.orders.details}>
          {corners.length < 3 && (
            <EmptyState icon="restrictions" title={placesTexts.restrictions.drawFirst} />
          )}
          <Form
            fields={fields}
            submitLabel={m.actions.create}
            onCancel={() => go('/restrictions')}
            onSubmit={async (values) => {
              if (corners.length < 3) return toast(placesTexts.restrictions.drawFirst, 'bad');
              const made = await change<Restriction>('POST', path, {
                ...given(values),
                polygons: [closed(corners)],
              });
              toast(m.actions.saved);
              go(`/restrictions/${made.id}`);
            }}
          />
        </Section>
      </div>
    </div>
  );
}

/** One restriction: its area, and the planning strategies that keep to it. */
export function RestrictionPage({ params }: { params: Readonly<Record<string, string>> }) {
  const own = `${path}/${encodeURIComponent(params.id ?? '')}`;
  const restriction = useLive<Restriction>(own);
  const [corners, setCorners] = useState<readonly Position[] | undefined>();
  const areas = useMemo(() => areasOf(restriction.data ? [restriction.data] : []), [restriction.data]);
  return (
    <DetailPage
      live={restriction}
      back={['/restrictions', m.titles.restrictions]}
      title={({ name }) => name}
      facts={(data) => [
        [m.fields.description, data.description],
        [m.titles.planning, <Strategies key="strategies" ids={data.optimization_strategy_ids} />],
      ]}
      editing={(data) => ({
        permission: 'WRITE_OPTIMIZATION',
        fields,
        initial: { name: data.name, description: data.description },
        save: (changed) => change('PATCH', own, changed),
      })}
      removal={{
        permission: 'WRITE_OPTIMIZATION',
        question: placesTexts.restrictions.removeQuestion,
        run: () => change('DELETE', own),
      }}
    >
      {(data) => (
        <Section
          title={m.map.title}
          actions={
            can('WRITE_OPTIMIZATION') &&
            (corners === undefined ? (
              <Button icon="edit" onClick={() => setCorners((data.polygons[0] ?? []).slice(0, -1))}>
                {placesTexts.zones.redraw}
              </Button>
            ) : (
              <>
                <Button onClick={() => setCorners(undefined)}>{m.actions.cancel}</Button>
                <ActionButton
                  kind="primary"
                  disabled={corners.length < 3}
                  run={async () => {
                    await change('PATCH', own, { polygons: [closed(corners)] });
                    setCorners(undefined);
                  }}
                  done={m.actions.saved}
                >
                  {m.actions.save}
                </ActionButton>
              </>
            ))
          }
        >
          {corners === undefined ? (
            <WorkMap label={m.map.of(data.name)} areas={areas} />
          ) : (
            <PolygonInput map={WorkMap} corners={corners} onChange={setCorners} />
          )}
        </Section>
      )}
    </DetailPage>
  );
}

function areasOf(restrictions: readonly Restriction[]): readonly MapArea[] {
  return restrictions.flatMap(({ id, polygons }) =>
    polygons.map((ring, index) => ({ id: `${id} ${index}`, rings: [ring], color: COLOR })),
  );
}
