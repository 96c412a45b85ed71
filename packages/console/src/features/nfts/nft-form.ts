import type { DeskNft } from '@assay/contract/endpoints/console/nfts.ts';
import { artStyles } from '@assay/contract/vocabulary/nfts.ts';
import type { FieldSpec } from '../../shared/desk/act-field.tsx';
import type { Values } from '../../shared/desk/act.tsx';
import type { Say } from '../../shared/words/words.ts';

/** What is written before an auction; a price that is left empty is not offered. */
export function nftFields(say: Say): FieldSpec[] {
  return [
    { kind: 'text', name: 'title', label: say('nfts.name') },
    { kind: 'text', name: 'charity', label: say('nfts.charity'), help: say('nfts.charityHelp') },
    { kind: 'text', name: 'creator', label: say('nfts.creator') },
    { kind: 'text', name: 'chain', label: say('nfts.chain') },
    { kind: 'text', name: 'address', label: say('nfts.address') },
    { kind: 'paragraph', name: 'story', label: say('nfts.story') },
    {
      kind: 'choice',
      name: 'style',
      label: say('nfts.style'),
      options: artStyles.map((style) => ({ value: style, label: style })),
    },
    { kind: 'text', name: 'seed', label: say('nfts.seed'), help: say('nfts.seedHelp') },
    { kind: 'amount', name: 'startPrice', label: say('nfts.startPrice') },
    { kind: 'amount', name: 'reserve', label: say('nfts.reserve'), help: say('nfts.reserveHelp') },
    { kind: 'amount', name: 'buyNowPrice', label: say('nfts.buyNow'), help: say('nfts.buyNowHelp') },
    { kind: 'text', name: 'startsAt', label: say('nfts.starts'), help: say('nfts.timeHelp') },
    { kind: 'text', name: 'endsAt', label: say('nfts.ends'), help: say('nfts.timeHelp') },
  ];
}

export function nftOf({ buyNowPrice = '', ...others }: Values) {
  return { ...others, buyNowPrice: buyNowPrice.trim() === '' ? null : buyNowPrice.trim() };
}

export function valuesOf(piece: DeskNft): Values {
  const { title, charity, creator, chain, address, story, style, seed, startPrice, reserve, startsAt, endsAt } = piece;
  const texts = { title, charity, creator, chain, address, story, style, seed, startPrice, reserve, startsAt, endsAt };
  return { ...texts, buyNowPrice: piece.buyNowPrice ?? '' };
}
