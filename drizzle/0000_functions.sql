-- Extensions, and the functions that generated columns and indexes call. They are IMMUTABLE, which both need.
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

-- unaccent(text) finds its dictionary by the search path and is STABLE only; with a named dictionary the result is
-- constant.
CREATE FUNCTION public.f_unaccent(text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN public.unaccent('public.unaccent'::regdictionary, $1);

-- The words of a text as search compares them: unique, lower case, no diacritics. Words over 200 bytes do not fit into
-- the index. Underscores separate words: PostgreSQL's parser takes quadratic time over a word of many underscores.
CREATE FUNCTION public.f_search_words(text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT ROWS 50
  BEGIN ATOMIC
    SELECT word FROM unnest(tsvector_to_array(
      to_tsvector('pg_catalog.simple'::regconfig, translate(lower(public.f_unaccent($1)), '_', ' '))
    )) AS word
    WHERE octet_length(word) <= 200;
  END;

-- A bucket holds 8,192 consecutive posts. Measured against 16,384: half as many rows read for the most common words.
CREATE FUNCTION public.f_search_bucket(post_id integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN post_id >> 13;

-- Prefix of each indexed word: the variant and the bucket, e.g. 'n1f'. The separator after it (':' or '=') ends it.
CREATE FUNCTION public.f_search_label(bucket integer, is_nsfw boolean) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (CASE WHEN is_nsfw THEN 'a' ELSE 'n' END) || to_hex(bucket);

-- Search vector of a post: 'label:word' for each word of title and content, and 'label=word' for each of the title.
CREATE FUNCTION public.f_search_vector(id integer, is_nsfw boolean, title text, content text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (
    SELECT array_to_tsvector(array_agg(public.f_search_label(public.f_search_bucket(id), is_nsfw) || found.word))
    FROM (
      SELECT ':' || word AS word FROM public.f_search_words(title || ' ' || content) AS word
      UNION ALL
      SELECT '=' || word FROM public.f_search_words(title) AS word
    ) AS found
  );

-- Search vector of a comment: 'label:word' for each word, 'label@' for itself, and with the ids of its author and
-- community after it. A bucket is as wide as four of posts.
CREATE FUNCTION public.f_comment_search_vector(
  id integer, is_nsfw boolean, content text, author_id integer, category_id integer
) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT array_to_tsvector(array_agg(public.f_search_label(public.f_search_bucket(id >> 2), is_nsfw) || found.entry))
    FROM (
      SELECT ':' || word AS entry FROM public.f_search_words(content) AS word
      UNION ALL
      SELECT entry FROM unnest(ARRAY['@', '@a' || author_id, '@c' || category_id]) AS entry WHERE entry IS NOT NULL
    ) AS found
  );

-- The words of a search vector that spelling correction may propose.
CREATE FUNCTION public.f_spellable(search tsvector) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT ROWS 50
  BEGIN ATOMIC
    SELECT word FROM unnest(tsvector_to_array(search)) AS entry,
      substring(entry FROM '^[an][0-9a-f]+:([[:alpha:]]{3,40})$') AS word
    WHERE word IS NOT NULL;
  END;

-- The English singular and plurals of a word; only those that the forum has are looked for.
CREATE FUNCTION public.f_search_plurals(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN ARRAY(
    SELECT DISTINCT regexp_replace(word, rule.pattern, rule.other) FROM (VALUES
      ('^(..+[^s])s$', '\1'), ('^(..+(?:s|x|z|ch|sh|o))es$', '\1'), ('^(..+)ies$', '\1y'), ('^(.+)ves$', '\1f'),
      ('^(.+)ves$', '\1fe'), ('^(.+z)zes$', '\1'), ('^(.+[^s])$', '\1s'), ('^(.+(?:s|x|z|ch|sh|o))$', '\1es'),
      ('^(.+[^aeiou])y$', '\1ies'), ('^(.+)fe?$', '\1ves'), ('^(.+iz)$', '\1zes'), ('^(wo|)man$', '\1men'),
      ('^(wo|)men$', '\1man'), ('^child$', 'children'), ('^children$', 'child'), ('^person$', 'people'),
      ('^people$', 'person'), ('^foot$', 'feet'), ('^feet$', 'foot'), ('^tooth$', 'teeth'), ('^teeth$', 'tooth'),
      ('^goose$', 'geese'), ('^geese$', 'goose'), ('^mouse$', 'mice'), ('^mice$', 'mouse')
    ) AS rule (pattern, other)
    WHERE word ~ rule.pattern
  );

-- What the forms of a Polish word have in common: the longest ending that is known is cut off and replaced. '^' is the
-- beginning of the word; the first letter of a value counts the letters that go, 'a' for none. Learnt by
-- `bench/search-quality.ts` from the Polish Hunspell dictionary (the npm package dictionary-pl, GPL-3.0 or LGPL-3.0 or
-- MPL-2.0; this list is used under the MPL-2.0).
CREATE FUNCTION public.f_search_stem(word text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  change text;
BEGIN
  FOR size IN REVERSE least(length(word) + 1, 13) .. 1 LOOP
    change := right('^' || word, size);
    -- As a constant of the plan the list is parsed once a connection.
    change := '{
"^dach":"a","^dni":"czien","^dnia":"dzien","^dniach":"fzien","^dniami":"fzien","^dniom":"ezien","^dom":"a",
"^gier":"dr","^jada":"dechac","^jade":"dechac","^jem":"bsc","^jemy":"csc","^jesz":"bc","^krakow":"a","^kupie":"bc",
"^las":"a","^lesie":"eas","^lozkiem":"d","^lozku":"b","^ludzie":"c","^meza":"daz","^mieszkan":"a","^mieszkania":"c",
"^mieszkaniach":"e","^mieszkanie":"c","^mieszkaniem":"d","^mieszkaniu":"c","^morze":"b","^mysla":"bec",
"^myslal":"cec","^myslala":"dec","^mysle":"ac","^mysli":"bec","^myslisz":"dec","^naprawie":"bc","^oczach":"fk",
"^oczami":"fk","^oczom":"ek","^oczu":"dk","^oczy":"dk","^ojca":"biec","^ojcow":"ciec","^okna":"b","^psa":"cies",
"^psach":"eies","^psami":"eies","^psem":"dies","^psom":"dies","^psow":"dies","^psu":"cies","^psy":"cies","^pytan":"a",
"^pytania":"c","^pytaniach":"e","^pytaniem":"d","^pytaniu":"c","^robie":"bc","^serce":"b","^slonce":"b",
"^uszami":"fch","^uszu":"dch","^uszy":"dch","^wiem":"bdziec","^wiesz":"cdziec","^wsi":"cies","^zim":"a","^zimy":"b",
"^zlotowka":"e","^zona":"b","^zone":"b","^zony":"b","a":"b","ablkiem":"d","acem":"c","acen":"cic","acenie":"eic",
"ach":"d","aci":"ct","aciej":"bc","aciol":"cel","aciolom":"eel","acmi":"dt","acowi":"d","acu":"b","aczan":"bc",
"aczanie":"dc","aczany":"cc","adcy":"b","adza":"ac","ai":"bj","aiscie":"dt","aj":"bc","aja":"cc","ajecie":"fwac",
"ajemy":"ewac","ajesz":"ewac","akladowi":"b","akowie":"c","aktowi":"b","al":"bc","ala":"cc","alem":"dc","aliow":"d",
"alo":"cc","aly":"cc","amy":"cc","an":"bc","ana":"cc","ancy":"ciec","ane":"cc","anego":"ec","anej":"dc","anemu":"ec",
"ani":"cc","ania":"dc","aniach":"fc","aniami":"fc","anicie":"dt","anie":"dc","aniem":"ec","anij":"c","aniom":"ec",
"aniu":"dc","ano":"cc","any":"cc","anych":"ec","anym":"dc","anymi":"ec","arci":"ct","ardzi":"c","aria":"bum",
"ariach":"dum","ariami":"dum","ariom":"cum","arl":"drzec","arlaby":"grzec","arlabym":"hrzec","arlabys":"hrzec",
"arlam":"frzec","arlas":"frzec","arlby":"frzec","arlbym":"grzec","arlbys":"grzec","arlem":"frzec","arles":"frzec",
"arliby":"grzec","arlibyscie":"krzec","arlibysmy":"jrzec","arliscie":"irzec","arlismy":"hrzec","arlo":"erzec",
"arloby":"grzec","arlyby":"grzec","arlybyscie":"krzec","arlybysmy":"jrzec","arlyscie":"irzec","arlysmy":"hrzec",
"arniana":"b","arniane":"b","arnianego":"d","arnianej":"c","arnianemu":"d","arniani":"b","arniany":"b",
"arnianych":"d","arnianym":"c","arnianymi":"d","asci":"ct","ascie":"dt","asi":"b","asiedzi":"ead","asmowi":"b",
"asmy":"cic","astanie":"dc","asteczkowi":"b","asz":"cc","aszcie":"dt","aszen":"dic","aszenia":"fic","aszeniach":"hic",
"aszeniami":"hic","aszenie":"fic","aszeniem":"gic","aszeniom":"gic","aszeniu":"fic","aszono":"eic","atanie":"dc",
"atany":"cc","auci":"ct","awcy":"b","awi":"b","awia":"bc","ay":"c","azdowi":"b","azecie":"eac","azemy":"dac",
"azesz":"dac","bacie":"dt","bcie":"dic","bciez":"eic","becie":"dt","bi":"ac","bia":"bc","biacy":"dc","bien":"cc",
"bienie":"ec","biera":"ac","biony":"dc","biorce":"b","biscie":"dt","biu":"c","bkiem":"eek","bkow":"dek","bkowi":"eek",
"bku":"cek","bli":"b","blowi":"eel","blu":"cel","bmy":"cic","bmyz":"dic","bracia":"dt","budow":"a","budowie":"c",
"byscie":"ic","bysmy":"hc","bze":"cic","cace":"etac","cacy":"etac","cam":"bc","ccie":"dic","cciez":"eic","ce":"ck",
"cecie":"ftac","celi":"b","cem":"diec","cemy":"etac","ceni":"dic","cenia":"eic","ceniach":"gic","ceniami":"gic",
"ceniem":"fic","ceniom":"fic","ceniu":"eic","centra":"bum","centrach":"dum","centrami":"dum","centrom":"cum",
"cham":"bc","chca":"biec","chce":"biec","chcesz":"diec","chl":"bnac","chlam":"dnac","chlby":"dnac","chlbym":"enac",
"chlbys":"enac","chlem":"dnac","chodze":"bic","chrom":"a","chujaca":"fiwac","chujace":"fiwac","chujacego":"hiwac",
"chujacej":"giwac","chujacemu":"hiwac","chujacy":"fiwac","chujacych":"hiwac","chujacym":"giwac","chujacymi":"hiwac",
"ci":"b","ciaga":"ac","cial":"cec","ciala":"dec","cialaby":"fec","cialabym":"gec","cialabys":"gec","cialam":"eec",
"cialas":"eec","cialby":"eec","cialbym":"fec","cialbys":"fec","cialem":"eec","ciales":"eec","ciali":"b","cialo":"dec",
"cialoby":"fec","cialy":"dec","cialyby":"fec","cialybyscie":"jec","cialybysmy":"iec","cialyscie":"hec",
"cialysmy":"gec","cian":"ain","ciana":"b","ciane":"b","cianego":"d","cianej":"c","cianemu":"d","ciani":"b",
"cianie":"bn","ciano":"dec","ciany":"b","cianych":"d","cianym":"c","cianymi":"d","cieni":"b","cienia":"c",
"cieniach":"e","cieniami":"e","cieniem":"d","cieniom":"d","cieniu":"c","ciolecie":"c","ciow":"d","ciscie":"dt",
"ciu":"c","cjal":"a","cjalem":"c","cjaly":"b","cjow":"cum","cjowi":"b","clawia":"c","cmy":"cic","cmyz":"dic",
"cona":"dic","cone":"dic","conego":"fic","conej":"eic","conemu":"fic","cono":"dic","cony":"dic","conych":"fic",
"conym":"eic","conymi":"fic","cowce":"ck","cowi":"eiec","cu":"ciec","cy":"ck","cycie":"dt","cyj":"cj","cyscie":"dt",
"czan":"ain","czanie":"bn","czany":"bin","czecie":"gtac","czemy":"ftac","czesz":"e","czmy":"cyc","cznij":"bc",
"cznijcie":"ec","cznijciez":"fc","cznijmy":"dc","cznijmyz":"ec","cznijze":"dc","czucie":"c","czyta":"ac",
"daje":"cwac","dam":"bc","dawce":"b","del":"cl","deli":"b","delkiem":"d","delku":"b","dian":"a","dianach":"d",
"dianami":"d","dianie":"c","dianom":"c","diany":"b","dkiem":"eek","dkow":"dek","dkowi":"eek","dku":"cek","dl":"desc",
"dlaby":"fsc","dlabym":"gsc","dlabys":"gsc","dlam":"esc","dlas":"esc","dlby":"esc","dlbym":"fsc","dlbys":"fsc",
"dles":"esc","dli":"dsc","dliby":"fsc","dlibyscie":"jsc","dlibysmy":"isc","dlij":"bc","dliscie":"hsc","dlismy":"gsc",
"dloby":"fsc","dlony":"dic","dlowi":"b","dlyby":"fsc","dlybyscie":"jsc","dlybysmy":"isc","dlyscie":"hsc",
"dlysmy":"gsc","dniem":"ezien","dniowce":"ck","dniu":"dzien","dowce":"ck","drowi":"b","dworca":"czec","dworce":"czec",
"dworcow":"dzec","dycie":"dt","dyli":"b","dyscie":"dt","dz":"aic","dza":"bic","dzaca":"dic","dzace":"dic",
"dzacego":"fic","dzacej":"eic","dzacemu":"fic","dzacy":"dic","dzacych":"fic","dzacym":"eic","dzacymi":"fic",
"dzcie":"dic","dzciez":"eic","dze":"dg","dzen":"cic","dzeni":"dic","dzenia":"eic","dzeniach":"gic","dzeniami":"gic",
"dzenie":"eic","dzeniem":"fic","dzeniom":"fic","dzeniu":"eic","dzi":"ac","dzial":"cec","dziala":"dec",
"dzialaby":"fec","dzialabym":"gec","dzialabys":"gec","dzialam":"eec","dzialas":"eec","dzialby":"eec","dzialbym":"fec",
"dzialbys":"fec","dzialem":"eec","dziales":"eec","dzialo":"dec","dzialoby":"fec","dzialy":"b","dzialyby":"fec",
"dzialybyscie":"jec","dzialybysmy":"iec","dzialyscie":"hec","dzialysmy":"gec","dziano":"dec","dzie":"d","dzieci":"bk",
"dzieciach":"ek","dziecie":"hsc","dzieciom":"dk","dzielam":"bc","dzinowi":"b","dzku":"b","dzmy":"cic","dzmyz":"dic",
"dzona":"dic","dzone":"dic","dzonego":"fic","dzonej":"eic","dzonemu":"fic","dzono":"dic","dzony":"dic",
"dzonych":"fic","dzonym":"eic","dzonymi":"fic","dzze":"cic","e":"b","ea":"c","each":"e","eacie":"dt","ealiscie":"dt",
"eami":"e","ebowi":"b","ecen":"cic","ecenie":"eic","echnice":"ck","echnicy":"ck","eci":"ct","eciecie":"gsc",
"eciemy":"fsc","eciesz":"fsc","eciono":"fsc","ecmi":"ck","eczecie":"f","eczemy":"e","edzmi":"fadz","ee":"c",
"eglo":"cnac","ego":"d","ei":"bj","einowi":"b","eiscie":"dt","ejecie":"fc","ejemy":"ec","ejesz":"ec","ek":"ck",
"ekl":"cc","eklem":"ec","eklo":"dc","elaby":"fac","elabym":"gac","elabys":"gac","elam":"eac","elas":"eac",
"eloby":"fac","ely":"dac","elyby":"fac","elybyscie":"jac","elybysmy":"iac","elyscie":"hac","elysmy":"gac","em":"c",
"emu":"d","enij":"c","entrow":"cum","eo":"c","eom":"d","eow":"cum","epcie":"dic","epciez":"eic","epcz":"ctac",
"epczcie":"ftac","epczciez":"gtac","epczmy":"etac","epczmyz":"ftac","epczze":"etac","epia":"ac","epmy":"cic",
"epmyz":"dic","epze":"cic","eram":"bc","eramy":"cc","eran":"bc","eranie":"dc","erany":"cc","ercem":"c","ercu":"b",
"ersi":"b","erzy":"c","esi":"b","etan":"a","etkowi":"b","etli":"dsc","etliby":"fsc","etlibyscie":"jsc",
"etlibysmy":"isc","etliscie":"hsc","etlismy":"gsc","euci":"ct","ewi":"b","ewian":"ain","ewianie":"bn","ewiany":"bin",
"ey":"c","ezdzie":"gazd","ezen":"a","ezenia":"c","ezeniach":"e","ezeniami":"e","ezenie":"c","ezeniem":"d",
"ezeniom":"d","ezeniu":"c","eziecie":"fc","eziemy":"ec","eziesz":"ec","ezmy":"cyc","fal":"a","fala":"b","falem":"c",
"fan":"a","fanie":"c","fany":"b","fazowi":"b","fcie":"dt","fice":"ck","ficie":"dt","fil":"a","fila":"b","filem":"c",
"fili":"b","filmy":"b","fiscie":"dt","fli":"b","flowi":"b","fobi":"b","fobia":"c","gam":"bc","gatunkowi":"b","gi":"b",
"gice":"ck","gicie":"dt","giecie":"c","giscie":"dt","gl":"cc","glaby":"enac","glabym":"fnac","glabys":"fnac",
"glach":"eiel","glam":"dnac","glami":"eiel","glas":"dnac","glby":"ec","glbym":"fc","glbys":"fc","glem":"diel",
"gles":"ec","gli":"b","gliby":"enac","glibyscie":"inac","glibysmy":"hnac","gliscie":"gnac","glismy":"fnac",
"globy":"enac","glom":"diel","glow":"a","glowi":"b","glowie":"c","glu":"ciel","glyby":"enac","glybyscie":"inac",
"glybysmy":"hnac","glyscie":"gnac","glysmy":"fnac","gna":"ac","gne":"bac","gnie":"cac","gniec":"dac","goca":"ctac",
"goce":"ctac","gocza":"dtac","goczcie":"ftac","goczciez":"gtac","gocze":"dtac","goczmy":"etac","goczmyz":"ftac",
"goczze":"etac","godniach":"idzien","godniem":"hdzien","godniu":"gdzien","gorzy":"b","hcie":"dt","hektarowi":"b",
"hen":"cn","hicie":"dt","hlaby":"enac","hlabym":"fnac","hlabys":"fnac","hlas":"dnac","hles":"dnac","hli":"b",
"hliby":"enac","hlibyscie":"inac","hlibysmy":"hnac","hliscie":"gnac","hlismy":"fnac","hloby":"enac","hlyby":"enac",
"hlybyscie":"inac","hlybysmy":"hnac","hlyscie":"gnac","hlysmy":"fnac","hniec":"dac","i":"d","ia":"c","iace":"b",
"iacego":"fc","iacej":"ec","iacemu":"fc","iach":"e","iacych":"fc","iacym":"ec","iacymi":"fc","iam":"bc","iami":"e",
"ianach":"din","ianami":"din","ianom":"cin","iarze":"b","iatkiem":"d","iatku":"b","ice":"b","icem":"c","ich":"d",
"ici":"ct","icieli":"b","icowi":"b","icu":"b","icy":"b","idz":"a","idzisz":"cec","ie":"c","iecie":"fac",
"ieczenia":"f","ieczenie":"f","iedz":"a","iedza":"biec","iedzi":"b","iego":"e","iej":"d","ieja":"cc","ieje":"cc",
"iek":"a","ielo":"dac","iem":"d","iemu":"e","iemy":"eac","ieni":"dc","ienia":"ec","ieniach":"gc","ieniami":"gc",
"ieniem":"fc","ieniom":"fc","ieniu":"ec","ieracie":"c","iescie":"fast","iesz":"eac","iesza":"ac","iewa":"ac","ii":"c",
"ija":"ac","ijecie":"fc","ijemy":"ec","ijesz":"ec","ikowie":"e","il":"bc","ila":"cc","ilem":"dc","ilicie":"dt",
"ilo":"cc","ily":"cc","im":"c","imy":"cc","inacie":"c","inian":"ain","inianie":"bn","iniany":"bin","inicie":"dt",
"inij":"c","io":"c","iolki":"cek","iom":"d","iona":"dc","ione":"dc","ionego":"fc","ionej":"ec","ionemu":"fc",
"iono":"dc","ionych":"fc","ionym":"ec","ionymi":"fc","iow":"cum","iowi":"b","iowie":"f","isci":"ct","isi":"b",
"isna":"ac","isne":"bac","isnie":"cac","isz":"cc","iva":"bum","ivach":"dum","ivami":"dum","ivom":"cum","ivow":"cum",
"iwca":"ciec","iwcach":"eiec","iwcami":"eiec","iwcom":"diec","iwcow":"diec","iwi":"b","izyce":"ck","j":"c",
"jaca":"ec","jace":"ec","jacego":"gc","jacej":"fc","jacemu":"gc","jacy":"ec","jacych":"gc","jacym":"fc","jacymi":"gc",
"jadla":"eesc","jam":"bc","jcie":"ec","jciez":"fc","jcowi":"eec","jcy":"b","jedza":"dsc","jedzie":"echac",
"jedziemy":"gchac","jedziesz":"gchac","jen":"dic","jeni":"eic","jenia":"fic","jeniach":"hic","jeniami":"hic",
"jenie":"fic","jeniem":"gic","jeniom":"gic","jeniu":"fic","jezykowi":"b","ji":"b","jkow":"dek","jkowi":"b","jmy":"dc",
"jmyz":"ec","jona":"eic","jone":"eic","jonego":"gic","jonej":"fic","jonemu":"gic","jono":"eic","jonych":"gic",
"jonym":"fic","jonymi":"gic","jze":"dc","kam":"bc","karze":"b","kcie":"dt","kecie":"dt","ki":"b","kicie":"dt",
"kiecie":"dt","kien":"dn","kilogramowi":"b","kilometrowi":"b","kiscie":"dt","klaby":"fc","klabym":"gc","klabys":"gc",
"klada":"ac","klam":"ec","klas":"ec","klasowi":"b","klby":"ec","klbym":"fc","klbys":"fc","kles":"ec","kli":"b",
"kliby":"fc","klibyscie":"jc","klibysmy":"ic","kliscie":"hc","klismy":"gc","kloby":"fc","klyby":"fc","klybyscie":"jc",
"klybysmy":"ic","klyscie":"hc","klysmy":"gc","kna":"ac","kne":"bac","knie":"cac","kniec":"dac","koca":"ctac",
"koce":"ctac","komorkowi":"b","kowie":"fek","kreca":"ac","krem":"dier","krow":"dier","krowi":"eier","krycie":"c",
"kscie":"dt","kupia":"bc","kwi":"ciew","kwia":"diew","kwiecie":"eat","laby":"ec","labym":"fc","labys":"fc",
"lacego":"fic","lacej":"eic","lacemu":"fic","lacy":"dic","lacych":"fic","lacym":"eic","lacymi":"fic","lam":"dc",
"laria":"c","lariach":"e","lariami":"e","lariom":"d","larze":"b","las":"dc","latuj":"cywac","latuja":"dywac",
"latujcie":"fywac","latujciez":"gywac","latuje":"dywac","latujecie":"gywac","latujemy":"fywac","latujesz":"fywac",
"latujmy":"eywac","latujmyz":"fywac","latujze":"eywac","lazla":"eezc","lby":"dc","lbym":"ec","lbys":"ec","lca":"cec",
"lcach":"eec","lcami":"eec","lcem":"dec","lci":"ct","lcie":"dic","lciez":"eic","lcom":"dec","lcow":"dec",
"lcowi":"eec","lcu":"cec","lcy":"cec","leci":"b","lecie":"dt","len":"cic","leni":"dic","lenia":"eic","leniach":"gic",
"leniami":"gic","lenie":"eic","leniem":"fic","leniom":"fic","leniu":"eic","les":"dc","li":"cc","liby":"ec",
"liona":"b","liscie":"gc","literowi":"b","litrowi":"b","liwce":"ciec","lkiem":"eek","lkow":"dek","lkowi":"eek",
"lku":"cek","lli":"b","lmi":"eel","lmy":"cic","lmyz":"dic","lniana":"b","lniane":"b","lnianego":"d","lnianej":"c",
"lnianemu":"d","lniani":"b","lniany":"b","lnianych":"d","lnianym":"c","lnianymi":"d","lnij":"bc","lnijcie":"ec",
"lnijciez":"fc","lnijmy":"dc","lnijmyz":"ec","lnijze":"dc","loby":"ec","loca":"bic","lona":"dic","lonca":"b",
"loncem":"c","loncu":"b","lone":"dic","lonego":"fic","lonej":"eic","lonemu":"fic","lono":"dic","lonych":"fic",
"lonym":"eic","lonymi":"fic","losi":"b","lotowce":"ck","ludzi":"b","lwi":"b","lyby":"ec","lyscie":"gc","lze":"cic",
"macie":"dt","mam":"bc","man":"a","mana":"b","mani":"b","manie":"c","many":"b","marznieci":"ct","marznieta":"b",
"marzniete":"b","marznietego":"d","marznietej":"c","marznietemu":"d","marzniety":"b","marznietych":"d",
"marznietym":"c","marznietymi":"d","mawia":"ac","mcie":"dic","mciez":"eic","mecie":"dt","mezem":"eaz","mezowi":"faz",
"mezu":"daz","mian":"a","mianach":"d","mianami":"d","mianie":"c","mianom":"c","miany":"b","miarowi":"b","mice":"ck",
"micie":"dt","micy":"ck","mienia":"c","mieniach":"e","mieniami":"e","mieniem":"d","mieniom":"d","mieniu":"c",
"mierzy":"b","milionowi":"b","minowi":"b","miony":"dc","miscie":"dt","mistrze":"b","mkiem":"eek","mkow":"dek",
"mkowi":"eek","mku":"cek","mmy":"cic","mmyz":"dic","muzyce":"ck","mze":"cic","nace":"b","nacie":"dt","nacy":"b",
"najda":"dlezc","najde":"dlezc","najdzie":"flezc","nam":"bc","nawce":"b","nca":"ciec","ncach":"eiec","ncami":"eiec",
"nci":"ct","ncie":"dt","nciez":"eic","ncom":"diec","ncow":"diec","ndrem":"der","ndrow":"der","necie":"dt",
"nela":"dac","neli":"dac","neliby":"fac","nelibyscie":"jac","nelibysmy":"iac","neliscie":"hac","nelismy":"gac",
"nelo":"dac","ni":"b","niaca":"dc","niace":"dc","niadze":"b","niat":"d","nieci":"eac","niecia":"fac","nieciach":"hac",
"nieciami":"hac","nieciem":"gac","nieciom":"gac","nieciu":"fac","niedzy":"eadz","niek":"dk","nien":"cc","nienie":"ec",
"nieta":"eac","niete":"eac","nietego":"gac","nietej":"fac","nietemu":"gac","nieto":"eac","niety":"eac",
"nietych":"gac","nietym":"fac","nietymi":"gac","nij":"cac","nijcie":"fac","nijciez":"gac","nijmy":"eac",
"nijmyz":"fac","nijze":"eac","niony":"dc","niscie":"dt","nkiem":"eek","nkow":"dek","nkowi":"eek","nku":"cek",
"nmi":"c","nmy":"cic","nmyz":"dic","noce":"b","nocy":"b","nosza":"cic","nosze":"cic","ntal":"a","ntalem":"c",
"ntali":"b","ntan":"a","nutowi":"b","nyli":"b","nze":"cic","nzen":"a","nzenie":"c","nzym":"a","nzymy":"b","o":"b",
"obiala":"b","obiali":"b","obialy":"b","obojce":"b","obrania":"c","obraniach":"e","obraniami":"e","obraniem":"d",
"obraniom":"d","obraniu":"c","ocaca":"etac","ocacego":"gtac","ocacej":"ftac","ocacemu":"gtac","ocacych":"gtac",
"ocacym":"ftac","ocacymi":"gtac","ocen":"cic","ocenie":"eic","ocesz":"etac","oci":"ct","ocie":"dt","ocz":"ctac",
"oczaca":"ftac","oczace":"ftac","oczacego":"htac","oczacej":"gtac","oczacemu":"htac","oczacy":"ftac",
"oczacych":"htac","oczacym":"gtac","oczacymi":"htac","oczek":"a","oczesz":"ftac","oczka":"cek","oczkach":"eek",
"oczkami":"eek","oczki":"cek","oczkom":"dek","odcinkowi":"b","odzy":"dg","oi":"bj","oiscie":"dt","oj":"a",
"ojcem":"ciec","ojcie":"eic","ojciez":"fic","ojcowie":"eiec","ojcu":"biec","ojmy":"dic","ojmyz":"eic","ojony":"eic",
"ojze":"dic","okacie":"dt","oknie":"c","olaca":"dic","olace":"dic","olan":"a","olanie":"c","olany":"b","oli":"b",
"olicie":"dt","oliscie":"dt","olony":"dic","om":"c","omania":"c","omaniach":"e","omaniami":"e","omaniom":"d",
"omi":"b","omierze":"b","onaliscie":"dt","onice":"ck","onicie":"dt","onicy":"ck","onij":"c","onim":"a","oniu":"c",
"opacie":"dt","opi":"b","oplan":"a","oplanie":"c","oplany":"b","orudzi":"c","orzan":"ain","orzanie":"bn",
"orzany":"bin","orzy":"c","oscie":"dt","osi":"ac","osiowi":"b","osmy":"cic","osobowi":"b","ostacie":"dt","ostan":"a",
"oszarzy":"c","oszen":"dic","oszeni":"eic","oszenia":"fic","oszeniach":"hic","oszeniami":"hic","oszenie":"fic",
"oszeniem":"gic","oszeniom":"gic","oszeniu":"fic","oszona":"eic","oszone":"eic","oszonego":"gic","oszonej":"fic",
"oszonemu":"gic","oszono":"eic","oszony":"eic","oszonych":"gic","oszonym":"fic","oszonymi":"gic","otanie":"dc",
"otany":"cc","otl":"desc","otla":"eesc","otlaby":"gesc","otlabym":"hesc","otlabys":"hesc","otlam":"fesc",
"otlas":"fesc","otlby":"fesc","otlbym":"gesc","otlbys":"gesc","otlem":"fesc","otles":"fesc","otlo":"eesc",
"otloby":"gesc","otly":"eesc","otlyby":"gesc","otlybyscie":"kesc","otlybysmy":"jesc","otlyscie":"iesc",
"otlysmy":"hesc","otropowi":"b","ow":"c","owacen":"ciec","owacenia":"eiec","owaceniach":"giec","owaceniami":"giec",
"owacenie":"eiec","owaceniem":"fiec","owaceniom":"fiec","owaceniu":"eiec","owca":"ciec","owcach":"eiec",
"owcami":"eiec","owce":"ciec","owcom":"diec","owcow":"diec","owial":"cec","owiala":"b","owialaby":"fec",
"owialabym":"gec","owialabys":"gec","owialam":"eec","owialas":"eec","owialby":"eec","owialbym":"fec","owialbys":"fec",
"owialem":"eec","owiales":"eec","owiali":"b","owialo":"dec","owialoby":"fec","owialy":"b","owialyby":"fec",
"owialybyscie":"jec","owialybysmy":"iec","owialyscie":"hec","owialysmy":"gec","owian":"ain","owianie":"bn",
"owiano":"dec","owiany":"bin","owie":"e","owuj":"cywac","owuja":"dywac","owujaca":"fywac","owujace":"fywac",
"owujacego":"hywac","owujacej":"gywac","owujacemu":"hywac","owujacy":"fywac","owujacych":"hywac","owujacym":"gywac",
"owujacymi":"hywac","owujcie":"fywac","owujciez":"gywac","owuje":"dywac","owujecie":"gywac","owujemy":"fywac",
"owujesz":"fywac","owujmy":"eywac","owujmyz":"fywac","owujze":"eywac","ozerce":"b","ozgowi":"b","ozieleni":"don",
"ozielona":"b","ozielone":"b","ozielonego":"d","ozielonej":"c","ozielonemu":"d","ozielonych":"d","ozielonym":"c",
"ozielonymi":"d","ozmy":"cyc","oznan":"a","oznania":"c","oznaniem":"d","oznaniu":"c","ozowi":"b","pcesz":"etac",
"pcie":"dac","pciez":"eac","pczesz":"ftac","pecie":"dt","peli":"b","pi":"ac","piaca":"eac","piace":"eac",
"piacy":"eac","piecze":"c","pieke":"cc","pien":"cc","pienie":"ec","pietrowi":"b","piony":"dc","piscie":"dt",
"pisza":"cac","pisze":"cac","piu":"c","pkiem":"eek","pkow":"dek","pkowi":"eek","pku":"cek","placa":"bic",
"place":"bic","placi":"ac","placie":"dt","plem":"del","pli":"b","plowi":"eel","plu":"cel","pmy":"cac","pmyz":"dac",
"pniec":"dac","pniem":"eien","pniu":"dien","pokojowi":"b","pracy":"b","prawi":"ac","prem":"der","problem":"a",
"problemu":"b","procentowi":"b","prosza":"cic","prosze":"cic","prowi":"eer","pujaca":"fywac","pujace":"fywac",
"pujacego":"hywac","pujacej":"gywac","pujacemu":"hywac","pujacy":"fywac","pujacych":"hywac","pujacym":"gywac",
"pujacymi":"hywac","pze":"cac","race":"b","racie":"dt","ramy":"b","ran":"a","ranie":"c","rany":"b","razowi":"b",
"rcem":"dzec","rcie":"dt","rcowi":"ezec","rcu":"czec","rcy":"b","rczek":"a","rczkach":"eek","rczkami":"eek",
"rczki":"cek","rczkom":"dek","recie":"dt","reli":"b","riacie":"dt","rial":"a","rialem":"c","riali":"b","rian":"ain",
"rianie":"bn","riany":"bin","riona":"b","rkiem":"eek","rkow":"dek","rkowi":"eek","rku":"cek","rli":"b","rniej":"bc",
"rodowi":"b","roja":"cic","rpi":"b","rwi":"ac","rycie":"dt","ryli":"b","rynowi":"b","ryscie":"dt","rze":"c",
"rzedowi":"b","rzek":"a","rzmy":"cyc","rzna":"ac","rzne":"bac","rznie":"cac","rzniec":"dac","rzuca":"ac","rzycy":"b",
"rzydli":"b","rzyj":"cec","rzywa":"b","sam":"bc","sarze":"b","schnieci":"ct","schnieta":"b","schniete":"b",
"schnietego":"d","schnietej":"c","schnietemu":"d","schniety":"b","schnietych":"d","schnietym":"c","schnietymi":"d",
"scian":"a","scianach":"d","scianami":"d","scianie":"c","scianom":"c","sciez":"eic","scze":"cic","secie":"dt",
"si":"bz","siecy":"dac","sieni":"b","sienia":"c","sieniach":"e","sieniami":"e","sieniem":"d","sieniom":"d",
"sieniu":"c","siona":"b","siono":"ec","siow":"d","siowi":"e","siscie":"dt","siu":"c","skowi":"b","skujaca":"fiwac",
"skujace":"fiwac","skujacego":"hiwac","skujacej":"giwac","skujacemu":"hiwac","skujacy":"fiwac","skujacych":"hiwac",
"skujacym":"giwac","skujacymi":"hiwac","slaby":"enac","slabym":"fnac","slabys":"fnac","slam":"dnac","slas":"dnac",
"sli":"b","sloby":"enac","slowi":"b","slowie":"c","slyby":"enac","slybyscie":"inac","slybysmy":"hnac",
"slyscie":"gnac","slysmy":"fnac","smy":"fc","smyz":"dic","sniec":"dac","strem":"der","strow":"der","strowi":"eer",
"strzaly":"b","sycie":"dt","syj":"cj","szczen":"fcic","szczeni":"gcic","szczenia":"hcic","szczeniach":"jcic",
"szczeniami":"jcic","szczenie":"hcic","szczeniem":"icic","szczeniom":"icic","szczeniu":"hcic","szczona":"gcic",
"szczone":"gcic","szczonego":"icic","szczonej":"hcic","szczonemu":"icic","szczono":"gcic","szczony":"gcic",
"szczonych":"icic","szczonym":"hcic","szczonymi":"icic","szecie":"fac","szli":"b","szmy":"cyc","szuka":"ac",
"tam":"bc","tanie":"c","tany":"b","tcie":"dt","tecie":"dt","teli":"b","tiwa":"bum","tiwach":"dum","tiwami":"dum",
"tiwom":"cum","tiwow":"cum","tkiem":"eek","tkow":"dek","tkowi":"eek","tku":"cek","tlenek":"a","tlenkach":"eek",
"tlenkami":"eek","tlenki":"cek","tlenkom":"dek","tli":"b","tlowi":"eel","tniala":"b","tniali":"b","tnialy":"b",
"toria":"bum","toriach":"dum","toriami":"dum","toriom":"cum","trowie":"fer","trzna":"b","trzne":"b","trzy":"c",
"turowi":"b","twi":"b","tworce":"b","twowi":"b","tycie":"dt","tygodni":"fdzien","tygodnie":"gdzien","tyli":"b",
"tyscie":"dt","tywa":"b","u":"b","ua":"bum","uach":"dum","ualiscie":"dt","uami":"dum","ucen":"cic","ucenie":"eic",
"ucie":"dt","udzmi":"c","ui":"bj","uj":"cowac","uja":"dowac","ujaca":"fowac","ujace":"fowac","ujacego":"howac",
"ujacej":"gowac","ujacemu":"howac","ujacy":"fowac","ujacych":"howac","ujacym":"gowac","ujacymi":"howac",
"ujcie":"fowac","ujciez":"gowac","uje":"dowac","ujecie":"gowac","ujemy":"fowac","ujesz":"fowac","ujmy":"eowac",
"ujmyz":"fowac","ujze":"eowac","ukru":"cier","ukrze":"dier","ukujaca":"fiwac","ukujace":"fiwac","ukujacego":"hiwac",
"ukujacej":"giwac","ukujacemu":"hiwac","ukujacy":"fiwac","ukujacych":"hiwac","ukujacym":"giwac","ukujacymi":"hiwac",
"uli":"b","unciez":"eac","unek":"a","uniow":"d","uniu":"c","unkach":"eek","unkami":"eek","unki":"cek","unkom":"dek",
"unmy":"cac","unmyz":"dac","unze":"cac","uom":"cum","uow":"cum","urz":"ayc","urza":"byc","urzy":"ac","usci":"ct",
"uscie":"dt","usi":"b","utego":"ec","utej":"dc","utemu":"ec","utych":"ec","utym":"dc","utymi":"ec","uwa":"ac",
"uzmy":"cyc","wam":"bc","wcie":"dic","wciez":"eic","wcy":"ciec","wecie":"dt","wiaca":"dc","wiace":"dc","wiacy":"dc",
"wiatowi":"b","widza":"biec","widze":"biec","widzi":"aec","wiej":"bc","wien":"cc","wienie":"ec","wierszowi":"b",
"wij":"bc","wiony":"dc","wiscie":"dt","wiu":"c","wkiem":"eek","wkow":"dek","wkowi":"b","wku":"cek","wmy":"cic",
"wmyz":"dic","woza":"bic","woze":"bic","wozowi":"d","wsia":"dies","wsiach":"fies","wsie":"dies","wycie":"dt",
"wze":"cic","y":"b","ya":"d","yach":"f","yami":"f","ych":"d","yci":"ct","ycowi":"b","ydia":"bum","ydiach":"dum",
"ydiami":"dum","ydiom":"cum","ye":"d","yem":"e","ygodnia":"gdzien","yja":"cc","yje":"cc","yjecie":"fc","yjemy":"ec",
"yjesz":"ec","ykowie":"e","ylabowi":"b","ylen":"a","ylenie":"c","ylo":"cc","yly":"cc","ym":"c","ynian":"ain",
"ynianie":"bn","yniany":"bin","ynij":"c","yom":"e","yow":"e","yowi":"f","ysci":"ct","ysi":"b","yu":"d","ywa":"ac",
"ywi":"b","zaca":"dyc","zace":"dyc","zacego":"fyc","zacej":"eyc","zacemu":"fyc","zacy":"dyc","zacych":"fyc",
"zacym":"eyc","zacymi":"fyc","zam":"bc","zanach":"din","zanami":"din","zanom":"cin","zat":"c","zbowi":"b",
"zcie":"dyc","zciez":"eyc","zdze":"bic","zeba":"dab","zebach":"fab","zebami":"fab","zebem":"eab","zebow":"eab",
"zeby":"dab","zecia":"e","zeciem":"f","zeciu":"e","zeja":"cc","zeje":"cc","zemy":"eac","zen":"cyc","zence":"ciec",
"zency":"ciec","zeni":"dyc","zenia":"eyc","zeniach":"gyc","zeniami":"gyc","zenie":"eyc","zeniem":"fyc","zeniom":"fyc",
"zeniu":"eyc","zesz":"eac","zgowie":"c","zi":"b","zian":"ain","zianie":"bn","ziany":"bin","zieni":"ec","zienia":"fc",
"zieniach":"hc","zieniami":"hc","zieniem":"gc","zieniom":"gc","zieniu":"fc","ziona":"ec","zione":"ec","zionego":"gc",
"zionej":"fc","zionemu":"gc","ziono":"ec","zionych":"gc","zionym":"fc","zionymi":"gc","ziow":"d","ziscie":"dt",
"ziu":"c","zkiem":"eek","zkow":"dek","zkowi":"eek","zku":"cek","zl":"dezc","zlach":"eel","zlami":"eel","zlem":"del",
"zlom":"del","zlotowi":"b","zlow":"del","zlowi":"eel","zlu":"cel","zmyz":"dyc","zniej":"bc","zniem":"een",
"zniu":"den","zona":"dyc","zone":"dyc","zonego":"fyc","zonej":"eyc","zonemu":"fyc","zono":"dyc","zony":"dyc",
"zonych":"fyc","zonym":"eyc","zonymi":"fyc","zowce":"ck","zwi":"b","zyce":"b","zycieli":"b","zyj":"cj","zyl":"bc",
"zyla":"cc","zylem":"dc","zymy":"cc","zynacie":"c","zyscie":"dt","zysz":"cc","zze":"cyc"}'::jsonb ->> change;
    IF ascii(change) - 97 < length(word) THEN
      RETURN left(word, length(word) - (ascii(change) - 97)) || substr(change, 2);
    END IF;
  END LOOP;
  RETURN word;
END $$;
