import { z } from 'zod';
import * as catalogue from './catalogue.ts';
import * as dispatch from './dispatch.ts';
import * as fleet from './fleet.ts';
import * as incidents from './incidents.ts';
import * as jobs from './jobs.ts';
import * as manifests from './manifests.ts';
import * as notifications from './notifications.ts';
import * as orders from './orders.ts';
import * as people from './people.ts';
import * as photos from './photos.ts';
import * as planning from './planning.ts';
import * as quotes from './quotes.ts';
import * as routes from './routes.ts';
import * as stores from './stores.ts';
import * as webhooks from './webhooks.ts';
import * as windows from './windows.ts';
import * as workflows from './workflows.ts';

const areas = [
  catalogue,
  dispatch,
  fleet,
  incidents,
  jobs,
  manifests,
  notifications,
  orders,
  people,
  photos,
  planning,
  quotes,
  routes,
  stores,
  webhooks,
  windows,
  workflows,
];

const names = new Map<z.core.$ZodType, string>(
  areas.flatMap((area) =>
    Object.entries<unknown>(area).flatMap(([name, schema]) =>
      schema instanceof z.ZodType ? [[schema, name] as const] : [],
    ),
  ),
);

/** The name of a described schema; undefined for one without a name of its own. */
export const schemaName = (schema: z.core.$ZodType): string | undefined => names.get(schema);
