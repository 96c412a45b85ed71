import type { ArtStyle } from '@assay/contract/vocabulary/nfts.ts';

/** The charity of the sandbox; like everything in it, a sample. */
export const sampleCharity = "Lantern House Children's Fund (sample)";

/** Prices in USDT; times in hours from the first start of the sandbox, negative before it. */
export interface SamplePiece {
  readonly title: string;
  readonly creator: string;
  readonly style: ArtStyle;
  readonly seed: string;
  readonly startPrice: number;
  readonly reserve: number;
  readonly buyNowPrice: number | null;
  readonly starts: number;
  readonly ends: number;
  /** How many bids there are already, or that it was bought at once. */
  readonly bids: number | 'bought';
}

type Row = readonly [
  title: string,
  creator: string,
  style: ArtStyle,
  seed: string,
  prices: readonly [start: number, reserve: number, buyNow: number | null],
  hours: readonly [starts: number, ends: number],
  bids: number | 'bought',
];

/** Each title in its maker's own language, as titles of pictures are. */
const rows: readonly Row[] = [
  ['Paper Boat, First Light', 'Mara Lindqvist', 'tide', '5', [120, 200, null], [-70, 0.7], 7],
  ['夜里的小屋', '林若溪', 'constellation', '4', [200, 350, null], [-60, 3.5], 5],
  ['Drachenwetter', 'Jonas Eberle', 'hills', '4', [80, 120, null], [-52, 9], 4],
  ['Búho de primavera', 'Inés Valdivia', 'animal', '6', [60, 60, null], [-48, 14], 6],
  ['織りの午後', '佐伯あかり', 'ribbons', '3', [150, 260, null], [-44, 21], 2],
  ['Courtepointe d’hiver', 'Camille Aubry', 'quilt', '4', [180, 300, null], [-40, 30], 3],
  ['Currents, No. 7', 'Tomasz Reyes', 'flow', '1', [240, 400, 1200], [-36, 44], 0],
  ['حديقة جدّتي', 'ليلى منصور', 'garden', '5', [100, 150, 600], [-30, 52], 0],
  ['고래의 소풍', '한소이', 'animal', '5', [50, 80, 300], [-26, 68], 0],
  ['Il tappeto di Nonna', 'Bianca Ferretti', 'quilt', '1', [130, 220, 700], [-20, 76], 0],
  ['Valley of Kites', 'Amara Okafor', 'constellation', '1', [160, 240, 900], [-12, 100], 0],
  ['Rote Sonne über Papier', 'Jonas Eberle', 'tide', '2', [90, 140, 480], [-6, 120], 0],
  ['Slow River', 'Tomasz Reyes', 'flow', '5', [140, 220, 800], [-2, 130], 0],

  ['朝の谷', '佐伯あかり', 'hills', '2', [110, 160, 520], [11, 83], 0],
  ['Escargot bleu', 'Camille Aubry', 'animal', '2', [40, 60, 240], [20, 92], 0],
  ['Ribbon Dance', 'Amara Okafor', 'ribbons', '6', [170, 280, null], [28, 100], 0],
  ['紅色瓶花', '陳樂怡', 'garden', '2', [120, 180, 560], [36, 108], 0],

  ['The Bear Walks Home', 'Mara Lindqvist', 'constellation', '3', [150, 160, null], [-190, -94], 8],
  ['Flieder und Mond', 'Jonas Eberle', 'tide', '3', [100, 110, null], [-170, -98], 5],
  ['Jardín de noche', 'Inés Valdivia', 'garden', '3', [90, 130, 450], [-160, -88], 'bought'],
  ['丘の上の家', '佐伯あかり', 'hills', '5', [80, 90, null], [-150, -78], 6],
  ['Quilt for a Newborn', 'Amara Okafor', 'quilt', '3', [120, 125, null], [-140, -68], 4],
  ['Maypole, Evening', 'Amara Okafor', 'ribbons', '4', [100, 105, null], [-135, -64], 3],
  ['Oiseau orange', 'Camille Aubry', 'animal', '1', [45, 70, 260], [-130, -60], 'bought'],
  ['Electric Meadow', 'Tomasz Reyes', 'flow', '3', [200, 500, null], [-120, -50], 2],
];

export const samplePieces: readonly SamplePiece[] = rows.map(([title, creator, style, seed, prices, hours, bids]) => ({
  title,
  creator,
  style,
  seed,
  startPrice: prices[0],
  reserve: prices[1],
  buyNowPrice: prices[2],
  starts: hours[0],
  ends: hours[1],
  bids,
}));
