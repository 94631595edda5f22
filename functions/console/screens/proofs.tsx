import { useState } from 'preact/hooks';
import { dateTime, words } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import type { Position } from '../kit/map-shapes.ts';
import { Dialog, Facts, problemOf, Section, Skeleton } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import './proofs.css';
import { WorkMap } from './work-map.tsx';

interface Document {
  readonly id: string;
  readonly createdAt: string;
  readonly type: string;
  readonly contentType: string;
  /** Link for a quarter of an hour; null while nothing was uploaded. */
  readonly url: string | null;
  /** In base64; null when all documents together are too large. */
  readonly data: string | null;
}

/** How often the documents are read; each time with their contents. Milliseconds. */
const EVERY_MS = 60_000;

interface DocumentsProps {
  readonly orderId: string;
  /** Where the order is delivered. */
  readonly at: Position | undefined;
}

function useDocuments(orderId: string) {
  return useLive<readonly Document[]>(
    `/v1/order/${encodeURIComponent(orderId)}/documents`,
    { loadData: true },
    EVERY_MS,
  );
}

/** A card with the documents of an order; nothing while there are none. */
export function Documents({ orderId, at }: DocumentsProps) {
  const { data, error } = useDocuments(orderId);
  if (!error && !data?.length) return null;
  return (
    <Section title={m.documents.title}>
      {data ? <Gallery documents={data} at={at} /> : error && <p class="problem">{problemOf(error)}</p>}
    </Section>
  );
}

/** The documents of an order in a gallery, which says when there are none. */
export function Pictures({ orderId, at }: DocumentsProps) {
  const { data, error } = useDocuments(orderId);
  if (!data) return error ? <p class="problem">{problemOf(error)}</p> : <Skeleton lines={2} />;
  if (data.length === 0) return <p class="quiet">{m.proofs.none}</p>;
  return <Gallery documents={data} at={at} />;
}

/** Documents and photos; a picture opens with its time and place. */
function Gallery({ documents, at }: { documents: readonly Document[]; at: Position | undefined }) {
  const [shown, setShown] = useState<Document>();
  const title = (document: Document) => `${words(document.type)}, ${dateTime(document.createdAt)}`;
  return (
    <>
      <ul class="gallery">
        {documents.map((document) => (
          <li key={document.id}>
            {isPicture(document) ? (
              <button type="button" onClick={() => setShown(document)}>
                <img src={sourceOf(document)} alt={title(document)} />
              </button>
            ) : (
              document.url && (
                <a href={document.url} target="_blank" rel="noreferrer">
                  {m.documents.open}
                </a>
              )
            )}
            <span>{words(document.type)}</span>
            <span class="quiet">{dateTime(document.createdAt)}</span>
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog title={words(shown.type)} wide onClose={() => setShown(undefined)}>
          <img class="picture" src={sourceOf(shown)} alt={title(shown)} />
          <Facts
            facts={[
              [m.documents.at, dateTime(shown.createdAt)],
              [
                m.documents.file,
                shown.url && (
                  <a href={shown.url} target="_blank" rel="noreferrer">
                    {m.documents.open}
                  </a>
                ),
              ],
            ]}
          />
          {at && (
            <WorkMap
              label={m.documents.place}
              height="220px"
              points={[{ id: 'dropoff', at, color: '#0b6e5b', size: 9 }]}
            />
          )}
        </Dialog>
      )}
    </>
  );
}

function isPicture({ contentType, data }: Document): boolean {
  return data !== null && contentType.startsWith('image/');
}

/** The page may load no pictures from elsewhere, so their content comes with the list. */
function sourceOf({ contentType, data }: Document): string {
  return `data:${contentType};base64,${data ?? ''}`;
}
