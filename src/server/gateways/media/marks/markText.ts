/** The IPTC term for media made by a trained model (EU AI Act, article 50; C2PA uses the same term). */
export const digitalSourceType =
  'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

/** The mark of files that can only have a comment. */
export const markComment = `Made by an AI model. DigitalSourceType=${digitalSourceType}`;

/** The mark as XMP, for pictures and MP4. */
export const markXmp =
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>` +
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
  `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ` +
  `Iptc4xmpExt:DigitalSourceType="${digitalSourceType}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
