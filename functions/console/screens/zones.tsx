import { useMemo, useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { DetailPage } from '../kit/detail.tsx';
import { type Field, Form, given } from '../kit/form.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { refreshAll, useLive } from '../kit/live.ts';
import type { Position } from '../kit/map-shapes.ts';
import { can } from '../kit/me.ts';
import { closed, PolygonInput } from '../kit/polygon-input.tsx';
import { go } from '../kit/router.ts';
import { Button, PageHead, Section, toast } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { placesTexts } from '../texts/texts.ts';
import { WorkMap } from './work-map.tsx';
import { areasOf, swapped, type Zone } from './zone-areas.ts';

const ZONES = ['zones'] as const;

const source: ListDefinition<Zone>['source'] = {
  kind: 'offset',
  path: '/v1/zones',
  rows: (reply: { zones: readonly Zone[] }) => reply.zones,
  total: (reply: { totalCount: number }) => reply.totalCount,
  limit: 100,
  limitName: 'size',
  created: ({ id, createdAt }) => ({ id, at: createdAt }),
};

const definition: ListDefinition<Zone> = {
  id: 'zones',
  title: m.titles.zones,
  source,
  keyOf: ({ id }) => id,
  href: ({ id }) => `/zones/${id}`,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.4, show: ({ name, id }) => name ?? id },
    { id: 'area', label: placesTexts.zones.area, share: 1.6, show: areaText },
    {
      id: 'stores',
      label: m.stores.title,
      minor: true,
      show: ({ storeLocations }) => storeLocations.map(({ name }) => name).join(', ') || m.none,
    },
    {
      id: 'externalId',
      label: m.fields.externalId,
      minor: true,
      show: ({ externalId }) => externalId ?? m.none,
    },
  ],
  empty: { icon: 'zones', title: placesTexts.zones.empty, text: placesTexts.zones.emptyText },
};

/** Where the organization delivers, on a map and in a list. */
export function ZonesScreen() {
  const zones = useLive<{ readonly zones: readonly Zone[] }>('/v1/zones', { size: 100 }, 5_000);
  const areas = useMemo(() => areasOf(zones.data?.zones ?? []), [zones.data]);
  return (
    <ListPage
      definition={definition}
      actions={
        can('WRITE_ZONE') && (
          <Button kind="primary" icon="plus" onClick={() => go('/zones/new')}>
            {placesTexts.zones.create}
          </Button>
        )
      }
      above={
        areas.length > 0 && (
          <WorkMap
            label={placesTexts.zones.map}
            without={ZONES}
            areas={areas}
            height="300px"
            onPick={(id) => go(`/zones/${id.split(' ')[0]}`)}
          />
        )
      }
    />
  );
}

const fields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  { name: 'externalId', label: m.fields.externalId },
  { name: 'storeLocationIds', label: m.stores.title, kind: 'choices', options: 'stores' },
  { name: 'zipCodes', label: placesTexts.zones.zipCodes, kind: 'list', help: placesTexts.zones.zipCodesHelp },
  { name: 'tags', label: m.fields.tags, kind: 'list' },
];

/** Draws a new zone from corners that are clicked or typed. */
export function NewZonePage() {
  const [corners, setCorners] = useState<readonly Position[]>([]);
  return (
    <div class="detail">
      <PageHead back={['/zones', m.titles.zones]} title={placesTexts.zones.create} />
      <div class="columns">
        <Section title={placesTexts.zones.draw}>
          <PolygonInput map={WorkMap} corners={corners} onChange={setCorners} />
        </Section>
        <Section title={m.orders.details}>
          <Form
            fields={fields}
            submitLabel={m.actions.create}
            onCancel={() => go('/zones')}
            onSubmit={async (values) => {
              const zone = await change<Zone>('POST', '/v1/zones', {
                ...given(values),
                ...(corners.length >= 3 ? { polygon: polygonOf(corners) } : {}),
              });
              toast(m.actions.saved);
              go(`/zones/${zone.id}`);
            }}
          />
        </Section>
      </div>
    </div>
  );
}

/** One zone with its map, which can be redrawn. */
export function ZonePage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/zones/${encodeURIComponent(params.id ?? '')}`;
  const zone = useLive<Zone>(path);
  const [corners, setCorners] = useState<readonly Position[] | undefined>();
  const areas = useMemo(() => areasOf(zone.data ? [zone.data] : []), [zone.data]);
  return (
    <DetailPage
      live={zone}
      back={['/zones', m.titles.zones]}
      title={({ name, id }) => name ?? id}
      facts={(data) => [
        [placesTexts.zones.area, areaText(data)],
        [m.stores.title, data.storeLocations.map(({ name }) => name).join(', ')],
        [m.fields.externalId, data.externalId],
        [m.fields.tags, data.tags.join(', ')],
      ]}
      editing={(data) => ({
        permission: 'WRITE_ZONE',
        fields,
        initial: {
          name: data.name,
          externalId: data.externalId,
          storeLocationIds: data.storeLocations.map(({ id }) => id),
          zipCodes: data.coverageArea.zipCodes,
          tags: data.tags,
        },
        save: (changed) => change('PATCH', path, changed, data.version),
      })}
      removal={{
        permission: 'WRITE_ZONE',
        question: placesTexts.zones.removeQuestion,
        run: () => change('DELETE', path),
      }}
    >
      {(data) => (
        <Section
          title={m.map.title}
          actions={
            can('WRITE_ZONE') &&
            (corners === undefined ? (
              <Button
                icon="edit"
                onClick={() =>
                  setCorners((data.coverageArea.polygons[0]?.polygonData ?? []).slice(0, -1).map(swapped))
                }
              >
                {placesTexts.zones.redraw}
              </Button>
            ) : (
              <>
                <Button onClick={() => setCorners(undefined)}>{m.actions.cancel}</Button>
                <Button
                  kind="primary"
                  disabled={corners.length < 3}
                  onClick={() => {
                    void change('PATCH', path, { polygon: polygonOf(corners) }, data.version).then(
                      () => {
                        setCorners(undefined);
                        refreshAll();
                        toast(m.actions.saved);
                      },
                      (error: Error) => toast(error.message, 'bad'),
                    );
                  }}
                >
                  {m.actions.save}
                </Button>
              </>
            ))
          }
        >
          {corners === undefined ? (
            <WorkMap label={m.map.of(data.name ?? data.id)} areas={areas} />
          ) : (
            <PolygonInput map={WorkMap} corners={corners} onChange={setCorners} />
          )}
        </Section>
      )}
    </DetailPage>
  );
}

/** The ring as the API takes it: latitude first. */
function polygonOf(corners: readonly Position[]): readonly Position[] {
  return closed(corners).map(swapped);
}

function areaText({ coverageArea }: Zone): string {
  const { polygons, zipCodes, cityZipcodes, cities } = coverageArea;
  const parts = [
    polygons.length > 0 ? placesTexts.zones.polygons(polygons.length) : '',
    [...zipCodes, ...cityZipcodes, ...cities].slice(0, 5).join(', '),
  ].filter(Boolean);
  return parts.join('; ') || m.none;
}
